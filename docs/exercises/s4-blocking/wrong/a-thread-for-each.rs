//! What blocks belongs on a thread of its own, one for each lookup.
//!
//! A thread costs a stack and a switch, and outlives a fetch that is dropped. The resolver has threads already.
//!
//! Dies: parts::blocking::a_lookup_has_no_thread_but_that_of_the_resolver
//! Says: a lookup needs no thread of its own

pub(crate) async fn resolve(attempt: &Attempt) -> Result<SocketAddr, FetchError> {
    let mut lookup = attempt.lookup();
    let (sender, found) = futures::channel::oneshot::channel();
    std::thread::spawn(move || {
        let thread = std::thread::current();
        let found = loop {
            let waiting = thread.clone();
            if let Some(found) = lookup.answer(move || waiting.unpark()) {
                break found;
            }
            std::thread::park();
        };
        _ = sender.send(found);
    });
    attempt.address(found.await.expect("the thread sends"))
}
