//! Waiting is asking until there is an answer.
//!
//! A future that yields is polled again at once. The thread never sleeps, although there is nothing to do.
//!
//! Dies: parts::take::each_worker_that_waits_is_woken_for_a_target_of_its_own
//! Says: `take` wakes itself

pub async fn take(shared: &Shared) -> Option<Target> {
    while !shared.stop.is_cancelled() {
        let mut targets = shared.targets.lock().await;
        match targets.try_recv() {
            Ok(target) => return Some(target),
            Err(tokio::sync::mpsc::error::TryRecvError::Disconnected) => return None,
            Err(tokio::sync::mpsc::error::TryRecvError::Empty) => {}
        }
        drop(targets);
        tokio::task::yield_now().await;
    }
    None
}
