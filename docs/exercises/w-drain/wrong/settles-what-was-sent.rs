//! When all workers have ended, what they have sent can still be settled.
//!
//! Some of it was sent after `end` was triggered, and because of it.
//!
//! Dies: parts::drain::what_comes_of_the_end_is_awaited_and_not_settled
//! Says: not even when all workers have ended

pub async fn drain(
    workers: &mut JoinSet<()>,
    end: &Interrupt,
    grace: Duration,
    rest: impl Future<Output = ()>,
) {
    say_ending(grace);
    let mut rest = std::pin::pin!(rest);
    if timeout(grace, &mut rest).await.is_err() {
        end.trigger();
        workers.shutdown().await;
        rest.await;
    }
}
