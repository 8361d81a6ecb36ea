//! First the workers are ended, and then what they have left behind.
//!
//! An abort takes effect when a poll returns. One that computes returns when it sees `end`, which comes too late.
//!
//! Dies: parts::drain::what_comes_of_the_end_is_awaited_and_not_settled
//! Says: Trigger `end`, and then wait for the workers

pub async fn drain(
    workers: &mut JoinSet<()>,
    end: &Interrupt,
    grace: Duration,
    rest: impl Future<Output = ()>,
) {
    say_ending(grace);
    if timeout(grace, rest).await.is_err() {
        workers.shutdown().await;
        end.trigger();
    }
}
