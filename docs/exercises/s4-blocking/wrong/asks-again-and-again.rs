//! A future that wakes itself blocks no other.
//!
//! The others have their turns. But the thread never sleeps: it asks millions of times, until the name is
//! found.
//!
//! Dies: parts::blocking::a_try_looks_its_name_up_once_and_sleeps_meanwhile
//! Says: it must not be woken before its name is found

pub(crate) async fn resolve(attempt: &Attempt) -> Result<SocketAddr, FetchError> {
    let mut lookup = attempt.lookup();
    let found = std::future::poll_fn(|cx| {
        cx.waker().wake_by_ref();
        lookup.answer(|| {}).map_or(std::task::Poll::Pending, std::task::Poll::Ready)
    });
    attempt.address(found.await)
}
