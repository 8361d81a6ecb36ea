//! The waker of the first poll is the waker of the task.
//!
//! A future may move to another task between two polls, or into a `select!`. Then the first waker wakes another task.
//!
//! Dies: parts::send::a_lookup_wakes_its_task_once_by_the_waker_of_the_latest_poll
//! Says: the waker of the latest poll is not called

async fn resolve(attempt: &mut Attempt) -> Result<SocketAddr, FetchError> {
    let mut lookup = attempt.lookup();
    let mut first = None;
    let found = poll_fn(|cx| {
        let waker = first.get_or_insert_with(|| cx.waker().clone()).clone();
        lookup.answer(move || waker.wake()).map_or(Poll::Pending, Poll::Ready)
    });
    let found = found.await;
    attempt.address(found)
}
