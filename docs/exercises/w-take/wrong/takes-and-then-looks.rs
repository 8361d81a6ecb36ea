//! Take a target, and then look whether it is still wanted.
//!
//! A target that was taken is not in the queue any more. The crawl counts what is left there.
//!
//! Dies: parts::take::a_worker_that_is_stopped_takes_nothing
//! Says: look at `stop` before a target is taken

pub async fn take(shared: &Shared) -> Option<Target> {
    tokio::select! {
        biased;
        target = async { shared.targets.lock().await.recv().await } => target.filter(|_| !shared.stop.is_cancelled()),
        () = shared.stop.cancelled() => None,
    }
}
