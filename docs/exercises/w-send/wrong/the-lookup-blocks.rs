//! tokio has other threads, so this one may block.
//!
//! It has one for each core. The tasks in the queue of a thread that blocks wait, and so does the reactor that it may have.
//!
//! Dies: parts::send::two_lookups_are_in_flight_at_once
//! Says: `Attempt::resolve` is stage 1's

async fn resolve(attempt: &mut Attempt) -> Result<SocketAddr, FetchError> {
    attempt.resolve()
}
