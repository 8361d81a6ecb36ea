//! `stop` counts first, so look at it once more before the target is returned.
//!
//! If it was cancelled since, the target is dropped. It is not in the queue any more.
//!
//! Dies: parts::take::what_was_taken_is_returned_even_if_the_stop_comes_then
//! Says: never between that and its return

pub async fn take(shared: &Shared) -> Option<Target> {
    let target = tokio::select! {
        biased;
        () = shared.stop.cancelled() => None,
        target = async { shared.targets.lock().await.recv().await } => target,
    };
    target.filter(|_| !shared.stop.is_cancelled())
}
