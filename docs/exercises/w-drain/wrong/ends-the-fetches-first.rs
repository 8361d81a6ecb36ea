//! To end is to trigger the interrupt, and then to wait for what comes of it.
//!
//! The interrupt makes fetches fail that had time to end.
//!
//! Dies: parts::drain::what_ends_in_time_is_settled_and_nothing_waits_for_the_deadline
//! Says: it makes fetches fail, so it is for those

pub async fn drain(
    workers: &mut JoinSet<()>,
    end: &Interrupt,
    grace: Duration,
    rest: impl Future<Output = ()>,
) {
    say_ending(grace);
    end.trigger();
    if timeout(grace, rest).await.is_err() {
        workers.shutdown().await;
    }
}
