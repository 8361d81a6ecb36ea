//! `select!` looks at its first arm first.
//!
//! It begins with any arm, to be fair. If both are ready, the worker may take a target.
//!
//! Dies: parts::take::a_worker_that_is_stopped_takes_nothing
//! Says: (`select!` begins with any arm, unless it is `biased`

pub async fn take(shared: &Shared) -> Option<Target> {
    tokio::select! {
        () = shared.stop.cancelled() => None,
        target = async { shared.targets.lock().await.recv().await } => target,
    }
}
