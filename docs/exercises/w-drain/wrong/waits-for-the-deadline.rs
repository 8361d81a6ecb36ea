//! The time `grace` is how long a shutdown takes.
//!
//! It is the longest that it may take. An operator, and the next version of the program, wait for its end.
//!
//! Dies: parts::drain::what_ends_in_time_is_settled_and_nothing_waits_for_the_deadline
//! Says: The deadline is only for what hangs

pub async fn drain(
    workers: &mut JoinSet<()>,
    end: &Interrupt,
    grace: Duration,
    rest: impl Future<Output = ()>,
) {
    say_ending(grace);
    let (rest, ()) = futures::future::join(timeout(grace, rest), tokio::time::sleep(grace)).await;
    if rest.is_err() {
        end.trigger();
        workers.shutdown().await;
    }
}
