//! A moment: futures that another thread wakes, while a runtime has probably parked its own.

use std::future::poll_fn;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::SeqCst;
use std::task::{Poll, Waker};
use std::thread;
use std::time::Duration;

/// In this time, a runtime that has nothing to do parks its thread. If it takes longer, a test shows less.
pub const MOMENT: Duration = Duration::from_millis(50);

/// Has another thread call a waker, and returns when it has done so.
pub fn wake_by_thread(waker: &Waker) {
    let waker = waker.clone();
    thread::spawn(move || waker.wake()).join().expect("a waker does not panic");
}

/// Has another thread call a waker after a moment. Returns a flag, which is set just before.
pub fn wake_later(waker: &Waker) -> Arc<AtomicBool> {
    let flag = Arc::<AtomicBool>::default();
    let (is_woken, waker) = (Arc::clone(&flag), waker.clone());
    thread::spawn(move || {
        thread::sleep(MOMENT);
        is_woken.store(true, SeqCst);
        waker.wake();
    });
    flag
}

/// Waits until another thread wakes this future, after a moment, while the runtime has probably parked its thread.
pub async fn a_moment() {
    let mut is_woken = None;
    poll_fn(|cx| match is_woken.get_or_insert_with(|| wake_later(cx.waker())).load(SeqCst) {
        true => Poll::Ready(()),
        false => Poll::Pending,
    })
    .await;
}

/// Waits for four moments, and returns the CPU time. A park that comes with a time limit is not enough for all of them.
#[cfg(unix)]
pub async fn cpu_time_of_four_moments() -> Duration {
    let before = crate::clock::cpu_time();
    for _ in 0..4 {
        a_moment().await;
    }
    crate::clock::cpu_time() - before
}
