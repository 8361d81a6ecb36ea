//! `block_on`: a wake-up that comes at the worst moment, from another thread, and a selector that fails.
//!
//! `src/executor.rs` is compiled with a flag of the test. It calls the waker directly after the loop has used it, or it
//! holds back the thread that calls the waker. So each moment comes for certain, and not by chance.

#[path = "../src/executor.rs"]
#[allow(unused, reason = "while an exercise is open, a part of it is missing")]
mod executor;

mod sync {
    use std::sync::atomic::Ordering::{self, SeqCst};
    use std::sync::atomic::{self, AtomicUsize};

    /// An `AtomicBool` that counts its uses, and tells the test of each one.
    pub(crate) struct AtomicBool {
        value: atomic::AtomicBool,
        uses: AtomicUsize,
    }

    #[allow(dead_code, reason = "an answer may use any of them")]
    impl AtomicBool {
        pub(crate) fn new(value: bool) -> AtomicBool {
            AtomicBool { value: atomic::AtomicBool::new(value), uses: AtomicUsize::new(0) }
        }

        pub(crate) fn load(&self, order: Ordering) -> bool {
            self.using(|value| value.load(order))
        }

        pub(crate) fn store(&self, new: bool, order: Ordering) {
            self.using(|value| value.store(new, order));
        }

        pub(crate) fn swap(&self, new: bool, order: Ordering) -> bool {
            self.using(|value| value.swap(new, order))
        }

        pub(crate) fn compare_exchange(
            &self,
            old: bool,
            new: bool,
            success: Ordering,
            failure: Ordering,
        ) -> Result<bool, bool> {
            self.using(|value| value.compare_exchange(old, new, success, failure))
        }

        fn using<T>(&self, use_it: impl FnOnce(&atomic::AtomicBool) -> T) -> T {
            super::hold_back(&self.uses);
            let result = use_it(&self.value);
            self.uses.fetch_add(1, SeqCst);
            super::used();
            result
        }
    }
}

use std::cell::{Cell, RefCell};
use std::future::poll_fn;
use std::sync::atomic::AtomicUsize;
use std::sync::atomic::Ordering::SeqCst;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Poll, Waker};
use std::thread;
use std::time::Duration;

use executor::block_on;
use futures::FutureExt;
use stage3_futures::reactor::Reactor;
use stage3_futures::timer::Sleep;
use stage3_futures::wake::Notifier;
use test_tools::patience::Patience;
use test_tools::watchdog::watched_or;

thread_local! {
    /// How often the loop has looked at the flag when its sleep was announced.
    static LOOKS: Cell<usize> = const { Cell::new(0) };
    static WAKER: RefCell<Option<(Waker, Arc<Notifier>)>> = const { RefCell::new(None) };
    static IS_DONE: Cell<bool> = const { Cell::new(false) };
    /// Whether the next use of the flag by this thread is held back.
    static IS_HELD_BACK: Cell<bool> = const { Cell::new(false) };
}

/// One test runs at a time, because the last one breaks the only selector of this process.
fn alone() -> MutexGuard<'static, ()> {
    static ALONE: Mutex<()> = Mutex::new(());
    ALONE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Calls the waker directly after the last look before the second sleep.
fn used() {
    let is_waiting = |(_, notifier): &(_, Arc<Notifier>)| notifier.is_waiting();
    if WAKER.with_borrow(|stored| stored.as_ref().is_some_and(is_waiting))
        && LOOKS.replace(LOOKS.get() + 1) == 1
        && let Some((waker, _)) = WAKER.take()
    {
        IS_DONE.set(true);
        waker.wake();
    }
}

#[test]
fn a_wake_up_directly_before_the_next_sleep_is_not_lost() {
    let _alone = alone();
    let wait = || {
        let reactor = Reactor::new().unwrap();
        let woken = poll_fn(|cx| {
            if IS_DONE.get() {
                return Poll::Ready(());
            }
            WAKER.set(Some((cx.waker().clone(), Arc::clone(reactor.notifier()))));
            Poll::Pending
        });
        // This timer ends the first sleep, and wakes nothing.
        let mut sleep = Sleep::new(&reactor, Duration::from_millis(5));
        assert_eq!((&mut sleep).now_or_never(), None);
        block_on(&reactor, woken).unwrap();
    };
    let lost = "a wake-up is lost that comes directly after the loop has looked at the flag: the turn must look at it, in \
        `has_work`, when it has announced the sleep, and what clears it must lead to a poll";
    watched_or(wait, || lost.to_owned());
}

/// Before the first use of the flag in a thread that is held back: the loop uses the flag twice in each round, before the
/// poll and before the sleep. Waits for four uses: the loop makes the last two only if it was notified.
fn hold_back(uses: &AtomicUsize) {
    if !IS_HELD_BACK.take() {
        return;
    }
    Patience::of(Duration::from_millis(300)).wait(|tick| {
        thread::sleep(tick / 100);
        (uses.load(SeqCst) >= 4).then_some(())
    });
    // The loop may look once more before it sleeps.
    thread::sleep(Duration::from_millis(20));
}

#[test]
fn a_wake_up_from_another_thread_ends_the_sleep() {
    let _alone = alone();
    let wait = || {
        let reactor = Reactor::new().unwrap();
        let mut waking = None;
        let woken = poll_fn(|cx| {
            if waking.is_some() {
                return Poll::Ready(());
            }
            let waker = cx.waker().clone();
            waking = Some(thread::spawn(move || {
                IS_HELD_BACK.set(true);
                waker.wake();
            }));
            Poll::Pending
        });
        block_on(&reactor, woken).unwrap();
        waking.expect("it has begun").join().unwrap();
    };
    let lost = "another thread has woken the future, but this thread sleeps on: `wake` must set the flag, and then notify \
        the reactor. A thread that is notified before finds no work, and sleeps again";
    watched_or(wait, || lost.to_owned());
}

#[cfg(target_os = "linux")]
#[test]
fn an_error_of_the_reactor_ends_the_loop_and_is_returned() {
    use std::panic::{AssertUnwindSafe, catch_unwind};

    const RETURN: &str = "return the error of `turn`, by `?`";
    let _alone = alone();
    let run = || {
        let reactor = Reactor::new().expect("a selector");
        break_the_selector();
        assert!(reactor.turn(|| true).is_err(), "the selector is broken");
        catch_unwind(AssertUnwindSafe(|| block_on(&reactor, poll_fn(|_| Poll::<()>::Pending)).is_err()))
    };
    match watched_or(run, || format!("the reactor fails in each turn, and `block_on` goes on: {RETURN}")) {
        Ok(is_error) => assert!(is_error, "a future that is never ready has an output"),
        Err(_) => panic!("the reactor fails, and `block_on` panics: {RETURN}"),
    }
}

/// Puts another file in the place of the selector, which cannot wait.
#[cfg(target_os = "linux")]
fn break_the_selector() {
    use std::fs::{self, File};
    use std::os::fd::{FromRawFd, IntoRawFd, OwnedFd, RawFd};

    let is_selector = |entry: &fs::DirEntry| {
        fs::read_link(entry.path()).is_ok_and(|link| link.to_string_lossy().contains("[eventpoll]"))
    };
    let open = fs::read_dir("/proc/self/fd").expect("Linux lists open files").flatten();
    let selector = open.into_iter().find(is_selector).expect("the reactor has one").file_name();
    let selector: RawFd = selector.to_string_lossy().parse().expect("the names are numbers");
    // SAFETY: it is open as long as the reactor, and `into_raw_fd` leaves it open.
    #[allow(unsafe_code)]
    let mut selector = unsafe { OwnedFd::from_raw_fd(selector) };
    rustix::io::dup2(File::open("/dev/null").expect("it is there"), &mut selector).expect("both are open");
    let _open = selector.into_raw_fd();
}
