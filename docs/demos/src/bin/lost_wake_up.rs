//! Three lost wake-ups. The future looks first, and stores its waker afterwards. With `clear`, an executor clears its flag
//! after the poll. With `sleep`, it looks at the flag before it says that it sleeps.
//!
//!     cargo run -p demos --bin lost_wake_up [-- clear|sleep|fixed]

use std::env;
use std::future::poll_fn;
use std::pin::pin;
use std::sync::atomic::{AtomicBool, Ordering::SeqCst};
use std::sync::{Arc, Mutex};
use std::task::{Context, Poll, Wake, Waker};
use std::thread::{self, Thread};
use std::time::Duration;

use common::trace;

fn main() {
    match env::args().nth(1).as_deref() {
        Some("clear") => demos::traced(|| run_on(clears_after_the_poll, Shared::finish_on_another_thread)),
        Some("sleep") => demos::traced(|| run_on(looks_before_it_sleeps, |_| {})),
        _ => demos::main(wrong, fixed),
    }
}

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

/// Calls `poll` until the future is ready. In the first poll, the other thread calls the waker.
fn clears_after_the_poll(flag: &Flag, _shared: &Shared, poll: &mut dyn FnMut() -> Poll<()>) {
    while poll().is_pending() {
        flag.is_woken.store(false, SeqCst);
        while !flag.is_woken.load(SeqCst) {
            flag.sleep();
        }
    }
}

/// Calls `poll` until the future is ready.
fn looks_before_it_sleeps(flag: &Flag, shared: &Shared, poll: &mut dyn FnMut() -> Poll<()>) {
    while poll().is_pending() {
        while !flag.is_woken.swap(false, SeqCst) {
            // Here, the other thread calls the waker.
            shared.finish_on_another_thread();
            flag.sleep();
        }
    }
}

/// The waker of an executor for one future: it ends the sleep of the thread, if that sleeps.
struct Flag {
    is_woken: AtomicBool,
    sleeps: AtomicBool,
    thread: Thread,
}

impl Wake for Flag {
    fn wake(self: Arc<Self>) {
        self.is_woken.store(true, SeqCst);
        if self.sleeps.swap(false, SeqCst) {
            self.thread.unpark();
        }
    }
}

impl Flag {
    fn sleep(&self) {
        self.sleeps.store(true, SeqCst);
        trace::parks(None, || {
            while self.sleeps.load(SeqCst) {
                thread::park();
            }
        });
    }
}

/// Waits for the thread on an executor whose loop is `run`.
fn run_on(run: fn(&Flag, &Shared, &mut dyn FnMut() -> Poll<()>), in_poll: fn(&Shared)) {
    let (is_woken, sleeps) = Default::default();
    let flag = Arc::new(Flag { is_woken, sleeps, thread: thread::current() });
    let (shared, waker) = (Shared::default(), Waker::from(Arc::clone(&flag)));
    let waits = poll_fn(|cx| {
        *shared.waker.lock().unwrap() = Some(cx.waker().clone());
        if *shared.is_done.lock().unwrap() {
            return Poll::Ready(());
        }
        in_poll(&shared);
        Poll::Pending
    });
    let mut waits = pin!(trace::task("main", waits));
    run(&flag, &shared, &mut || waits.as_mut().poll(&mut Context::from_waker(&waker)));
}
