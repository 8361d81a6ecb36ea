//! After a check of `stop`, the order of the arms does not matter.
//!
//! `stop` may be cancelled during the wait, and a target may come. If both are ready, the worker may take the target.
//!
//! Dies: parts::take::a_worker_that_is_stopped_takes_nothing
//! Says: and not only before the wait

pub async fn take(shared: &Shared) -> Option<Target> {
    if shared.stop.is_cancelled() {
        return None;
    }
    tokio::select! {
        target = async { shared.targets.lock().await.recv().await } => target,
        () = shared.stop.cancelled() => None,
    }
}
