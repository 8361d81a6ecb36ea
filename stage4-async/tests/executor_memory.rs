//! `block_on`: the poll after a wake-up sees what the waking thread did before.
//!
//! As in stage 3's `tests/schedules`, `loom` runs `src/executor.rs` once for each order of the threads' steps, and lets
//! a load return an older value, wherever the orderings allow it. The reactor is the real one.

#[path = "../src/executor.rs"]
#[allow(unused, reason = "while an exercise is open, a part of it is missing")]
mod executor;

mod sync {
    pub(crate) use loom::sync::atomic::AtomicBool;
}

use std::cell::RefCell;
use std::future::poll_fn;
use std::mem;
use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::Ordering::{Relaxed, SeqCst};
use std::sync::atomic::{self, AtomicUsize};
use std::task::{Context, Poll, Wake, Waker};
use std::time::Duration;

use executor::block_on;
use loom::sync::atomic::AtomicBool;
use loom::thread;
use stage3_futures::reactor::Reactor;
use stage3_futures::timer::Sleep;
use test_tools::watchdog::watched_or;

const LOST: &str = "two threads have woken the future, but a poll after that need not see what they did before: \
    the swap that clears the flag before a poll must read what each wake-up wrote, so each wake-up swaps, even if \
    the flag is set, and nothing else clears it";

#[test]
fn a_poll_sees_what_was_done_before_its_wake_ups() {
    let mut orders = loom::model::Builder::new();
    // Of the many orders, those with two preemptions are enough to show a flag that is stored.
    orders.preemption_bound = Some(2);
    watched_or(move || orders.check(wait_for_two_threads), || LOST.to_owned());
}

fn wait_for_two_threads() {
    let reactor = Reactor::new().unwrap();
    let parts = [(); 2].map(|()| Arc::new(Part::default()));
    let each_turn = EachTurn { parts: parts.clone(), left: AtomicUsize::new(3) };
    let mut is_started = false;
    let both = poll_fn(|cx| {
        if !mem::replace(&mut is_started, true) {
            parts.iter().for_each(|part| part.start(cx.waker()));
        }
        let seen = parts.each_ref().map(|part| part.is_done.load(Relaxed));
        if seen == [true; 2] { Poll::Ready(()) } else { Poll::Pending }
    });
    Arc::new(each_turn).set(reactor.clone());
    block_on(&reactor, both).unwrap();
}

/// A thread does its part, and wakes the future.
#[derive(Default)]
struct Part {
    is_done: AtomicBool,
    /// Of this type, `loom` knows nothing: so it makes nothing visible.
    has_woken: atomic::AtomicBool,
}

impl Part {
    fn start(self: &Arc<Part>, waker: &Waker) {
        let (part, waker) = (Arc::clone(self), waker.clone());
        thread::spawn(move || {
            // `Relaxed`: nothing but the wake-up makes it visible.
            part.is_done.store(true, Relaxed);
            waker.wake();
            part.has_woken.store(true, SeqCst);
        });
    }
}

/// The waker of a timer that ends each turn, so that the reactor never sleeps: all threads of `loom` are one thread.
struct EachTurn {
    parts: [Arc<Part>; 2],
    /// How many turns there may be when all wake-ups have come.
    left: AtomicUsize,
}

thread_local! {
    /// The timer of the next turn, and its reactor.
    static NEXT: RefCell<Option<(Reactor, Sleep)>> = const { RefCell::new(None) };
}

impl EachTurn {
    fn set(self: Arc<EachTurn>, reactor: Reactor) {
        let mut sleep = Sleep::new(&reactor, Duration::ZERO);
        assert!(pin!(&mut sleep).poll(&mut Context::from_waker(&Waker::from(self))).is_pending());
        NEXT.set(Some((reactor, sleep)));
    }
}

impl Wake for EachTurn {
    fn wake(self: Arc<Self>) {
        thread::yield_now();
        let turns = usize::from(self.parts.iter().all(|part| part.has_woken.load(SeqCst)));
        assert!(self.left.fetch_sub(turns, SeqCst) > 0, "{LOST}");
        if let Some((reactor, _)) = NEXT.take() {
            self.set(reactor);
        }
    }
}
