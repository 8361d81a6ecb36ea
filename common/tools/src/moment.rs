//! A moment: futures that another thread wakes, while a runtime has probably parked its own.

use std::sync::{Arc, atomic::AtomicBool, atomic::Ordering::SeqCst};
use std::task::{Poll, Waker};
use std::{thread, time::Duration};

#[cfg(unix)]
use crate::clock::cost;
use crate::future::numbered;

/// In this time, a runtime that has nothing to do parks its thread. If it takes longer, a test shows less.
pub const MOMENT: Duration = Duration::from_millis(50);

/// Has another thread call a waker, and returns when it has done so.
pub fn wake_by_thread(waker: &Waker) {
    let waker = waker.clone();
    thread::spawn(move || waker.wake()).join().expect("a waker does not panic");
}

/// Waits until another thread wakes this future, after a moment, while the runtime has probably parked its thread.
pub fn a_moment() -> impl Future<Output = ()> {
    let is_over = Arc::<AtomicBool>::default();
    numbered(move |number, waker| {
        if number == 1 {
            let (ends, waker) = (Arc::clone(&is_over), waker.clone());
            thread::spawn(move || {
                thread::sleep(MOMENT);
                ends.store(true, SeqCst);
                waker.wake();
            });
        }
        if is_over.load(SeqCst) { Poll::Ready(()) } else { Poll::Pending }
    })
}

/// Waits for four moments, and returns what that has cost. A park that comes with a time limit is not enough for all of them.
#[cfg(unix)]
pub async fn cost_of_four_moments() -> Duration {
    let before = cost();
    for _ in 0..4 {
        a_moment().await;
    }
    cost() - before
}
