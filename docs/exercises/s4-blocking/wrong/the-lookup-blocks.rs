//! In an `async fn`, every call waits without blocking.
//!
//! Only `.await` does. `Attempt::resolve` is stage 1's: it blocks the thread until the name is found.
//!
//! Dies: blocking::two_lookups_are_in_flight_at_once
//! Says: blocks the thread: the other fetch was not polled

pub(crate) async fn resolve(attempt: &Attempt) -> Result<SocketAddr, FetchError> {
    attempt.resolve()
}
