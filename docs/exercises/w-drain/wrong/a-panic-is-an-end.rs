//! If a worker panics, there is nothing more to wait for.
//!
//! `join_next` returns the panic of one worker. The others may still have their connections.
//!
//! Dies: parts::drain::a_worker_that_panics_neither_shortens_nor_prolongs_the_drain
//! Says: a panic is the end of one worker

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
        while let Some(ended) = workers.join_next().await {
            if ended.is_err_and(|error| error.is_panic()) {
                break;
            }
        }
    }
}
