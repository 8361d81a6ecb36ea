//! There is one list of what was woken, for good, and the main future always has the number 0.
//!
//! A waker of an earlier `block_on` wakes the future of this one.
//!
//! Dies: level1::a_waker_may_be_called_after_its_block_on
//! Says: led to a poll of the future of this one

// in place of
            ready: Arc::new(Ready { ids: Mutex::default(), notifier }),
// stands
            ready: READY.with(|ready| {
                let ready = ready.get_or_init(|| {
                    Arc::new(Ready { ids: Mutex::default(), notifier: Mutex::new(None) })
                });
                ready.lock().clear();
                *ready.notifier.lock().expect("no panic") = Some(notifier);
                Arc::clone(ready)
            }),
// end of block
// in place of
    notifier: mio::Waker,
}
// stands
    notifier: Mutex<Option<mio::Waker>>,
}

thread_local! {
    static READY: std::cell::OnceCell<Arc<Ready>> = const { std::cell::OnceCell::new() };
}
// end of block
// in place of
            ready.notifier.wake().expect("the selector is open, because `ready` is");
// stands
            let notifier = ready.notifier.lock().expect("no panic");
            notifier.as_ref().expect("there is one").wake().expect("it is open");
// end of block
