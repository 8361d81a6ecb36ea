//! The executor asks again, so `Pending` is enough.
//!
//! It asks again when the waker is called. `Pending` promises that something will call it.
//!
//! Dies: parts::blocking::a_try_looks_its_name_up_once_and_sleeps_meanwhile
//! Says: has anything stored its waker

pub(crate) async fn resolve(attempt: &Attempt) -> Result<SocketAddr, FetchError> {
    let mut lookup = attempt.lookup();
    let found = std::future::poll_fn(|_| match lookup.answer(|| {}) {
        Some(found) => std::task::Poll::Ready(found),
        None => std::task::Poll::Pending,
    });
    attempt.address(found.await)
}
