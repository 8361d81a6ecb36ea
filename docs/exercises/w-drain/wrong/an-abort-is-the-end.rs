//! `abort_all` ends the tasks.
//!
//! It asks for their end. Each future is dropped later, by the runtime, and has its socket until then.
//!
//! Dies: parts::drain::what_is_late_is_cut_off_at_the_deadline
//! Says: an abort is only a request

pub async fn drain(
    workers: &mut JoinSet<()>,
    end: &Interrupt,
    grace: Duration,
    rest: impl Future<Output = ()>,
) {
    say_ending(grace);
    if timeout(grace, rest).await.is_err() {
        end.trigger();
        workers.abort_all();
    }
}
