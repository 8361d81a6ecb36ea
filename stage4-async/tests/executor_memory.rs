//! `block_on`: the poll after a wake-up sees what the waking thread did before.
//!
//! As in stage 3's `ready_queue_memory.rs`, `loom` runs `src/executor.rs` once for each order of the threads' steps, and lets
//! a load return an older value, wherever the orderings allow it. The reactor is the real one.

#[path = "../src/executor.rs"]
#[allow(unused, reason = "while an exercise is open, a part of it is missing")]
mod executor;

mod sync {
    pub(crate) use loom::sync::atomic::AtomicBool;
}

use std::cell::RefCell;
use std::future::poll_fn;
use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::AtomicUsize;
use std::sync::atomic::Ordering::{Relaxed, SeqCst};
use std::task::{Context, Poll, Wake, Waker};
use std::time::Duration;

use contract::watched_or;
use executor::block_on;
use loom::sync::atomic::AtomicBool;
use loom::thread;
use stage3_futures::reactor::Reactor;
use stage3_futures::timer::Sleep;

const LOST: &str = "both threads have woken the future, but its last poll has not seen what they did: \
    set and clear the flag by a swap, which also reads";

#[test]
fn a_poll_sees_what_was_done_before_its_wake_ups() {
    let mut orders = loom::model::Builder::new();
    // Of the many orders, those with two preemptions are enough to show a flag that is stored.
    orders.preemption_bound = Some(2);
    watched_or(move || orders.check(wait_for_two_threads), || LOST.to_owned());
}

fn wait_for_two_threads() {
    let (reactor, wake_ups) = (Reactor::new().unwrap(), Arc::<AtomicUsize>::default());
    let done = [(); 2].map(|()| Arc::new(AtomicBool::new(false)));
    let mut is_started = false;
    let both = poll_fn(|cx| {
        if !std::mem::replace(&mut is_started, true) {
            done.iter().for_each(|done| finish(done, cx.waker(), &wake_ups));
        }
        let seen = done.each_ref().map(|done| done.load(Relaxed));
        if seen == [true; 2] { Poll::Ready(()) } else { Poll::Pending }
    });
    Arc::new(EachTurn { wake_ups: Arc::clone(&wake_ups), left: AtomicUsize::new(3) }).set(reactor.clone());
    block_on(&reactor, both).unwrap();
}

/// Starts a thread that does its part, and wakes the future. `wake_ups` counts that, but shows `loom` nothing.
fn finish(done: &Arc<AtomicBool>, waker: &Waker, wake_ups: &Arc<AtomicUsize>) {
    let (done, waker, wake_ups) = (Arc::clone(done), waker.clone(), Arc::clone(wake_ups));
    thread::spawn(move || {
        // `Relaxed`: nothing but the wake-up makes it visible.
        done.store(true, Relaxed);
        waker.wake();
        wake_ups.fetch_add(1, SeqCst);
    });
}

/// The waker of a timer that ends each turn, so that the reactor never sleeps: all threads of `loom` are one thread.
struct EachTurn {
    wake_ups: Arc<AtomicUsize>,
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
        let turns = usize::from(self.wake_ups.load(SeqCst) == 2);
        assert!(self.left.fetch_sub(turns, SeqCst) > 0, "{LOST}");
        if let Some((reactor, _)) = NEXT.take() {
            self.set(reactor);
        }
    }
}
