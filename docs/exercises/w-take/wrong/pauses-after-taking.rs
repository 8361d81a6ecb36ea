//! A target in a local variable is safe.
//!
//! The variable belongs to the future. If the future is dropped at its next await, the target is dropped, too.
//!
//! Dies: parts::take::a_dropped_take_loses_no_target
//! Says: the await that takes a target must be the last one

pub async fn take(shared: &Shared) -> Option<Target> {
    tokio::select! {
        biased;
        () = shared.stop.cancelled() => None,
        target = async {
            let target = shared.targets.lock().await.recv().await;
            // It would be fair to let the other workers have their turn.
            tokio::task::yield_now().await;
            target
        } => target,
    }
}
