//! The loop of the executor, in every order in which threads can wake its main future.
//!
//! As in `notifier.rs`, `shuttle` runs each test once for each schedule. `src/executor.rs` is compiled into this
//! test, with a reactor that waits for notifications alone: an executor that sleeps for ever is a deadlock.

#![allow(unused, reason = "this test needs the loop alone")]

#[path = "../src/executor.rs"]
mod executor;
#[path = "../src/task.rs"]
mod task;
#[path = "../src/task_table.rs"]
mod task_table;
#[path = "../src/wake.rs"]
mod wake;

mod sync {
    pub(crate) use shuttle::sync::{Mutex, atomic::AtomicBool};
}

mod reactor {
    use std::io;
    use std::sync::Arc;

    use shuttle::sync::mpsc::{Receiver, channel};

    use crate::wake::Notifier;

    pub struct Reactor {
        notifier: Arc<Notifier>,
        notified: Receiver<()>,
    }

    impl Reactor {
        pub fn new() -> io::Result<Reactor> {
            // As with a selector, a notification ends the wait under way, or else the next one.
            let (notify, notified) = channel();
            let end_wait = move || {
                // It fails if the executor is gone, and then nothing waits.
                let _ = notify.send(());
            };
            Ok(Reactor { notifier: Arc::new(Notifier::new(end_wait)), notified })
        }

        pub fn notifier(&self) -> &Arc<Notifier> {
            &self.notifier
        }

        pub fn turn(&self, has_work: impl FnOnce() -> bool) -> io::Result<()> {
            let wait = |has_work| if has_work { Ok(()) } else { self.notified.recv() };
            self.notifier.wait(has_work, wait).map_err(io::Error::other)
        }
    }
}

use std::future::poll_fn;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::SeqCst;
use std::task::Poll;

use executor::Executor;
use shuttle::thread::{self, Builder};

/// The right answer has fewer schedules; a wrong one may have millions.
const MOST_SCHEDULES: usize = 5000;

/// Runs `future` on an executor, once for each schedule. In a deadlock, `shuttle` shows `name`.
fn check<F: Future<Output = ()>>(name: &'static str, future: impl Fn() -> F + Copy + Send + Sync + 'static) {
    let run = move || Executor::new().unwrap().run_until_complete(future()).unwrap();
    let test = move || Builder::new().name(name.to_owned()).spawn(run).unwrap().join().unwrap();
    shuttle::check_dfs(test, Some(MOST_SCHEDULES));
}

#[test]
fn the_main_future_is_polled() {
    check("an executor that sleeps before the first poll of its main future", async || {});
}

#[test]
fn the_main_future_is_polled_again_if_it_wakes_itself() {
    check("an executor that sleeps although its main future is in the ready queue", || {
        let mut polls = 0;
        poll_fn(move |cx| {
            polls += 1;
            cx.waker().wake_by_ref();
            if polls == 1000 { Poll::Ready(()) } else { Poll::Pending }
        })
    });
}

#[test]
fn a_wake_up_from_another_thread_ends_the_sleep_whenever_it_comes() {
    check("an executor that sleeps although another thread has woken its main future", || {
        let awake = Arc::new(AtomicBool::new(false));
        let mut is_asked = false;
        poll_fn(move |cx| {
            if !std::mem::replace(&mut is_asked, true) {
                let (wakes, waker) = (Arc::clone(&awake), cx.waker().clone());
                thread::spawn(move || {
                    wakes.store(true, SeqCst);
                    waker.wake();
                });
            }
            if awake.load(SeqCst) { Poll::Ready(()) } else { Poll::Pending }
        })
    });
}
