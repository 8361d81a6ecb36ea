//! What has begun is ended, however long it takes.
//!
//! A server that never answers decides how long the shutdown takes, until SIGKILL ends it without a report.
//!
//! Dies: parts::drain::what_is_late_is_cut_off_at_the_deadline
//! Says: nothing but the deadline ends the wait

pub async fn drain(
    workers: &mut JoinSet<()>,
    end: &Interrupt,
    grace: Duration,
    rest: impl Future<Output = ()>,
) {
    say_ending(grace);
    rest.await;
}
