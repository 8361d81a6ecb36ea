//! Only one worker may wait for the channel, so the others try the lock.
//!
//! A lock that is tried stores no waker. When the first worker has its target, nothing wakes the next one.
//!
//! Dies: take::each_worker_that_waits_is_woken_for_a_target_of_its_own
//! Says: it must wait for the lock by an `.await`

pub async fn take(shared: &Shared) -> Option<Target> {
    let target = async {
        loop {
            if let Ok(mut targets) = shared.targets.try_lock() {
                return targets.recv().await;
            }
            futures::pending!();
        }
    };
    tokio::select! {
        biased;
        () = shared.stop.cancelled() => None,
        target = target => target,
    }
}
