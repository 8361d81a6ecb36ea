//! Look at `stop`, and then wait for a target.
//!
//! It may be cancelled during the wait, and then nothing ends the wait.
//!
//! Dies: parts::take::a_worker_that_waits_ends_when_it_is_stopped
//! Says: the worker is not woken, or waits on

pub async fn take(shared: &Shared) -> Option<Target> {
    if shared.stop.is_cancelled() {
        return None;
    }
    shared.targets.lock().await.recv().await
}
