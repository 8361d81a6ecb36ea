//! The runtime asks again, so the answer needs no waker.
//!
//! It asks again when the waker is called. This closure calls none.
//!
//! Dies: send::two_lookups_are_in_flight_at_once
//! Says: must get a closure that wakes it

async fn resolve(attempt: &mut Attempt) -> Result<SocketAddr, FetchError> {
    let mut lookup = attempt.lookup();
    let found = poll_fn(|_| lookup.answer(|| {}).map_or(Poll::Pending, Poll::Ready));
    let found = found.await;
    attempt.address(found)
}
