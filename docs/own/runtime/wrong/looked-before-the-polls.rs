//! Only a parked thread must be unparked. If the round of polls was the last one, the thread parks after it.
//!
//! Looking and parking are two steps, with polls in between. A wake-up during these finds a thread that is not parked, and then
//! it parks.
//!
//! Dies: level1::a_wake_up_by_another_thread_during_the_poll_leads_to_another_poll
//! Says: a wake-up during it counts for the next one

// in place of
    ids: Mutex<Vec<usize>>,
    notifier: mio::Waker,
}
// stands
    ids: Mutex<Vec<usize>>,
    notifier: mio::Waker,
    is_parked: AtomicBool,
}
// end of block
// in place of
            ready: Arc::new(Ready { ids: Mutex::default(), notifier }),
// stands
            ready: Arc::new(Ready { ids: Mutex::default(), notifier, is_parked: AtomicBool::new(true) }),
// end of block
// in place of
        let timeout = if self.ready.lock().is_empty() { None } else { Some(Duration::ZERO) };
// stands
        let was_idle = self.ready.is_parked.swap(true, SeqCst);
        let timeout = if was_idle { Some(Duration::ZERO) } else { None };
// end of block
// in place of
        Ok(mem::take(&mut *self.ready.lock()))
// stands
        self.ready.is_parked.store(false, SeqCst);
        Ok(mem::take(&mut *self.ready.lock()))
// end of block
// in place of
        if is_first {
// stands
        if is_first && ready.is_parked.load(SeqCst) {
// end of block
