//! A lock must not be held across an `.await`.
//!
//! The channel has place for one waker. Without the lock, each worker that is polled replaces the waker of the one before.
//!
//! Dies: take::each_worker_that_waits_is_woken_for_a_target_of_its_own
//! Says: must keep the lock meanwhile

pub async fn take(shared: &Shared) -> Option<Target> {
    let target = std::future::poll_fn(|cx| match shared.targets.try_lock() {
        Ok(mut targets) => targets.poll_recv(cx),
        Err(_) => std::task::Poll::Pending,
    });
    tokio::select! {
        biased;
        () = shared.stop.cancelled() => None,
        target = target => target,
    }
}
