//! A task of its own cannot be dropped in the middle.
//!
//! That is the trouble. When its `JoinHandle` is dropped, it goes on, takes a target, and returns it to nothing.
//!
//! Dies: parts::take::a_dropped_take_leaves_no_task_behind
//! Says: a task that it has spawned takes targets for it

pub async fn take(shared: &Shared) -> Option<Target> {
    let targets = Arc::clone(&shared.targets);
    let taking = tokio::spawn(async move { targets.lock().await.recv().await });
    tokio::select! {
        biased;
        () = shared.stop.cancelled() => None,
        target = taking => target.ok().flatten(),
    }
}
