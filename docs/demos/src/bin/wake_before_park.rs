//! A wake-up between the poll and the sleep: a condition variable does not remember it.
//!
//!     cargo run -p demos --bin wake_before_park
//!     cargo run -p demos --bin wake_before_park -- fixed

use std::future::poll_fn;
use std::pin::pin;
use std::sync::{Arc, Condvar, Mutex};
use std::task::{Context, Poll, Wake, Waker};
use std::thread;

fn main() {
    demos::main(wrong, fixed);
}

/// The waker of a thread.
#[derive(Default)]
struct Parker {
    is_woken: Mutex<bool>,
    condvar: Condvar,
}

impl Wake for Parker {
    fn wake(self: Arc<Self>) {
        *self.is_woken.lock().unwrap() = true;
        self.condvar.notify_one();
    }
}

fn wrong() {
    wait_with(|parker| {
        let guard = parker.is_woken.lock().unwrap();
        // The waker ends this wait.
        drop(parker.condvar.wait(guard).unwrap());
    });
}

fn fixed() {
    wait_with(|parker| {
        let mut is_woken = parker.is_woken.lock().unwrap();
        while !*is_woken {
            is_woken = parker.condvar.wait(is_woken).unwrap();
        }
        *is_woken = false;
    });
}

/// Polls `future` until it is ready. After each `Pending`, calls `park`, which sleeps until a wake-up.
fn block_on<F: Future>(future: F, parker: &Arc<Parker>, park: fn(&Parker)) -> F::Output {
    let mut future = pin!(future);
    let waker = Waker::from(Arc::clone(parker));
    loop {
        if let Poll::Ready(output) = future.as_mut().poll(&mut Context::from_waker(&waker)) {
            return output;
        }
        println!("the poll has returned Pending, so the thread sleeps");
        park(parker);
    }
}

fn wait_with(park: fn(&Parker)) {
    let parker = Arc::<Parker>::default();
    let hangs = Arc::clone(&parker);
    let program = move || {
        block_on(woken_at_once(), &parker, park);
        println!("the future is ready");
    };
    demos::watched(program, move || match *hangs.is_woken.lock().unwrap() {
        true => "this hangs. The waker was called, and the thread sleeps all the same.".to_owned(),
        false => "this hangs. The waker was not called.".to_owned(),
    });
}

/// Waits for another thread, which is so fast that it calls the waker before the poll returns.
async fn woken_at_once() {
    let mut is_second = false;
    poll_fn(|cx| {
        if is_second {
            return Poll::Ready(());
        }
        is_second = true;
        let waker = cx.waker().clone();
        thread::spawn(|| waker.wake()).join().unwrap();
        println!("another thread has called the waker");
        Poll::Pending
    })
    .await;
}
