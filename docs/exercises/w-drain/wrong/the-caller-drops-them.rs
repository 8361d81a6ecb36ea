//! What is late need not be ended: the caller drops the `JoinSet`.
//!
//! That aborts the workers, but waits for none. And what no drop can end, such as a long computation, runs on.
//!
//! Dies: drain::what_is_late_is_cut_off_at_the_deadline
//! Says: a worker is still there

pub async fn drain(
    workers: &mut JoinSet<()>,
    end: &Interrupt,
    grace: Duration,
    rest: impl Future<Output = ()>,
) {
    say_ending(grace);
    let _ = timeout(grace, rest).await;
}
