//! `block_on` is how one calls a future.
//!
//! It is how a thread calls one. The executor needs this thread for the other futures, and `block_on` keeps
//! it until the name is found.
//!
//! Dies: parts::blocking::two_lookups_are_in_flight_at_once
//! Says: blocks the thread: the other fetch was not polled

pub(crate) async fn resolve(attempt: &Attempt) -> Result<SocketAddr, FetchError> {
    attempt.address(futures::executor::block_on(Resolve(attempt.lookup())))
}
