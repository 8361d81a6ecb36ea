//! A drain waits for the workers.
//!
//! The workers wait for places among the outcomes, and nothing takes outcomes from there.
//!
//! Dies: drain::what_ends_in_time_is_settled_and_nothing_waits_for_the_deadline
//! Says: as long as nothing polls it

pub async fn drain(
    workers: &mut JoinSet<()>,
    end: &Interrupt,
    grace: Duration,
    rest: impl Future<Output = ()>,
) {
    say_ending(grace);
    let all = async { while workers.join_next().await.is_some() {} };
    if timeout(grace, all).await.is_err() {
        end.trigger();
        workers.shutdown().await;
    }
    rest.await;
}
