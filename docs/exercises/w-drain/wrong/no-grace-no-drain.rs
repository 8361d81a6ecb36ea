//! Without a `grace`, there is nothing to drain.
//!
//! No fetch has time to end, but the workers still have their connections. They must be gone on return.
//!
//! Dies: parts::drain::what_is_late_is_cut_off_at_the_deadline
//! Says: without a `grace`, the deadline has come at once

pub async fn drain(
    workers: &mut JoinSet<()>,
    end: &Interrupt,
    grace: Duration,
    rest: impl Future<Output = ()>,
) {
    say_ending(grace);
    if grace.is_zero() {
        end.trigger();
        return;
    }
    if timeout(grace, rest).await.is_err() {
        end.trigger();
        workers.shutdown().await;
    }
}
