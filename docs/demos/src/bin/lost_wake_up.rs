//! A lost wake-up: the future looks first, and stores its waker afterwards. In the fix, it stores its waker first.

use std::future::poll_fn;
use std::sync::Mutex;
use std::task::{Context, Poll, Waker};
use std::thread;
use std::time::Duration;

use common::trace;

demos::main!(wrong, fixed);

/// The state that a thread sets when its work is done.
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
        // Here, the other thread finishes.
        shared.finish_on_another_thread();
        *shared.waker.lock().unwrap() = Some(cx.waker().clone());
        Poll::Pending
    });
}

fn fixed() {
    wait_with(|shared, cx| {
        *shared.waker.lock().unwrap() = Some(cx.waker().clone());
        shared.finish_on_another_thread();
        if *shared.is_done.lock().unwrap() { Poll::Ready(()) } else { Poll::Pending }
    });
}

impl Shared {
    /// Lets another thread finish its work. In a real program, that may happen at any moment.
    fn finish_on_another_thread(&self) {
        thread::scope(|threads| {
            let worker = thread::Builder::new().name("worker".into()).spawn_scoped(threads, || {
                // Its work takes some time.
                trace::blocks("the end of its work", || thread::sleep(Duration::from_millis(5)));
                *self.is_done.lock().unwrap() = true;
                match self.waker.lock().unwrap().take() {
                    None => println!("the thread is done, and finds no waker"),
                    Some(waker) => {
                        println!("the thread is done, and calls the waker");
                        waker.wake();
                    }
                }
            });
            worker.expect("the system gives a thread");
        });
    }
}

/// Waits with `poll` until the thread is done.
fn wait_with(poll: fn(&Shared, &mut Context<'_>) -> Poll<()>) {
    demos::run(async move |_reactor, _spawner| {
        let shared = Shared::default();
        poll_fn(|cx| poll(&shared, cx)).await;
        println!("the task is done, too");
    });
}
