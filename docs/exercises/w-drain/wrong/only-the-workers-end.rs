//! The workers are all that has to end.
//!
//! A worker can be dropped, but the computation that it waits for cannot: that one looks at `end`.
//!
//! Dies: parts::drain::what_is_late_is_cut_off_at_the_deadline
//! Says: `end` was not triggered

pub async fn drain(
    workers: &mut JoinSet<()>,
    end: &Interrupt,
    grace: Duration,
    rest: impl Future<Output = ()>,
) {
    say_ending(grace);
    if timeout(grace, rest).await.is_err() {
        workers.shutdown().await;
    }
}
