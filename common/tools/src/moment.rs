//! A moment: futures that another thread wakes, while a runtime has probably parked its own.

use std::sync::{Arc, OnceLock};
use std::task::{Poll, Waker};
use std::{thread, time::Duration, time::Instant};

use crate::future::numbered;

/// In this time, a runtime that has nothing to do parks its thread. If it takes longer, a test shows less.
pub const MOMENT: Duration = Duration::from_millis(50);

/// A wait that is long enough to tell a thread that is parked from one that looks now and then.
pub const LONG: Duration = MOMENT.saturating_mul(12);

/// Has another thread call a waker, and returns when it has done so.
pub fn wake_by_thread(waker: &Waker) {
    let waker = waker.clone();
    let called = thread::spawn(move || waker.wake()).join();
    assert!(
        called.is_ok(),
        "another thread called a waker, and it panicked: any thread may call one, at any time"
    );
}

/// Waits until another thread wakes this future, after a moment, while the runtime has probably parked its thread.
pub async fn a_moment() {
    woken_after(MOMENT).await;
}

/// Waits until another thread wakes this future, after so long, and returns the time of the call.
pub fn woken_after(time: Duration) -> impl Future<Output = Instant> {
    let woken = Arc::<OnceLock<Instant>>::default();
    numbered(move |number, waker| {
        if number == 1 {
            let (woken, waker) = (Arc::clone(&woken), waker.clone());
            thread::spawn(move || {
                thread::sleep(time);
                woken.get_or_init(Instant::now);
                waker.wake();
            });
        }
        woken.get().map_or(Poll::Pending, |at| Poll::Ready(*at))
    })
}

/// Awaits `wait`, and returns the time that it has cost this thread after its first poll.
#[cfg(unix)]
pub async fn cost_of(wait: impl Future) -> Duration {
    use crate::clock::cost;

    let mut wait = std::pin::pin!(wait);
    // The first poll may start a thread.
    let polled = std::future::poll_fn(|cx| Poll::Ready(wait.as_mut().poll(cx))).await;
    let before = cost();
    if polled.is_pending() {
        wait.await;
    }
    cost() - before
}
