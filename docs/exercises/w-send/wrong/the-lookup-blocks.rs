//! tokio has other threads, so this one may block.
//!
//! It has one for each core. The tasks in the queue of a thread that blocks wait, and so does the reactor that it may have.
//!
//! Dies: parts::send::a_lookup_wakes_its_task_once_by_the_waker_of_the_latest_poll
//! Says: `Attempt::resolve`, which is stage 1's, blocks

async fn resolve(attempt: &mut Attempt) -> Result<SocketAddr, FetchError> {
    attempt.resolve()
}
