//! `block_on` is how one waits for a future.
//!
//! It blocks the thread, which other tasks need. One of them would put the target.
//!
//! Dies: take::a_dropped_take_leaves_no_task_behind
//! Says: something blocks the thread

pub async fn take(shared: &Shared) -> Option<Target> {
    futures::executor::block_on(async {
        tokio::select! {
            biased;
            () = shared.stop.cancelled() => None,
            target = async { shared.targets.lock().await.recv().await } => target,
        }
    })
}
