//! A future may be made anew in each poll.
//!
//! A future stores the waker of its poll, and drops it at its own end. The second one begins all over again.
//!
//! Dies: blocking::a_try_looks_its_name_up_once
//! Says: in a future that is kept from one poll to the next

pub(crate) async fn resolve(attempt: &Attempt) -> Result<SocketAddr, FetchError> {
    let found = std::future::poll_fn(|cx| {
        let mut resolve = Resolve(attempt.lookup());
        std::pin::Pin::new(&mut resolve).poll(cx)
    });
    attempt.address(found.await)
}
