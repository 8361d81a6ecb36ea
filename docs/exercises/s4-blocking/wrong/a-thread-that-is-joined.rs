//! What blocks goes to another thread, and then it does not block.
//!
//! The other thread may block. But `join` blocks this one until the other has ended.
//!
//! Dies: blocking::two_lookups_are_in_flight_at_once
//! Says: blocks the thread: the other fetch was not polled

pub(crate) async fn resolve(attempt: &Attempt) -> Result<SocketAddr, FetchError> {
    let (lookup, deadline) = (attempt.lookup(), attempt.deadline());
    let found = std::thread::spawn(move || lookup.wait(deadline)).join();
    attempt.address(found.expect("it does not panic"))
}
