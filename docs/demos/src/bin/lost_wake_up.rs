//! A lost wake-up: the future looks first, and stores its waker afterwards.
//!
//!     cargo run -p demos --bin lost_wake_up
//!     cargo run -p demos --bin lost_wake_up -- mended

use std::future::poll_fn;
use std::sync::{Arc, Mutex};
use std::task::{Context, Poll, Waker};
use std::thread;
use std::time::Duration;

fn main() {
    demos::main(wrong, mended);
}

/// What a thread sets when its work is done.
#[derive(Default)]
struct Shared {
    is_done: Mutex<bool>,
    waker: Mutex<Option<Waker>>,
}

fn wrong() {
    wait_with(|shared, cx| {
        if *shared.is_done.lock().unwrap() {
            return Poll::Ready(());
        }
        // Here, the other thread finishes, and finds no waker.
        thread::sleep(Duration::from_millis(100));
        *shared.waker.lock().unwrap() = Some(cx.waker().clone());
        Poll::Pending
    });
}

fn mended() {
    wait_with(|shared, cx| {
        *shared.waker.lock().unwrap() = Some(cx.waker().clone());
        thread::sleep(Duration::from_millis(100));
        if *shared.is_done.lock().unwrap() { Poll::Ready(()) } else { Poll::Pending }
    });
}

/// Starts a thread that works for 50 ms, and awaits its end with `poll`.
fn wait_with(poll: impl Fn(&Shared, &mut Context<'_>) -> Poll<()> + Send + 'static) {
    demos::run(async move |_reactor, _spawner| {
        let shared = Arc::<Shared>::default();
        let other = Arc::clone(&shared);
        thread::spawn(move || {
            thread::sleep(Duration::from_millis(50));
            *other.is_done.lock().unwrap() = true;
            println!(
                "the thread is done, and {}",
                match other.waker.lock().unwrap().take() {
                    Some(waker) => {
                        waker.wake();
                        "has called the waker"
                    }
                    None => "finds no waker",
                }
            );
        });
        poll_fn(|cx| poll(&shared, cx)).await;
        println!("the task is done, too");
    });
}
