//! [`tick`]: sees that a test hangs, sooner than a watchdog can.

use std::cell::RefCell;
use std::sync::Arc;
use std::sync::atomic::AtomicUsize;
use std::sync::atomic::Ordering::SeqCst;
use std::task::{Wake, Waker};
use std::time::Duration;

use stage3_futures::reactor::Reactor;
use stage3_futures::timer::Sleep;

use super::poll;

const TICK: Duration = Duration::from_millis(10);

thread_local! {
    /// The timer of the next tick, and its reactor.
    static NEXT: RefCell<Option<(Reactor, Sleep)>> = const { RefCell::new(None) };
}

/// Makes `reactor` tick: a timer fires again and again, and wakes no future. After `most` ticks, which is much longer
/// than the test takes, a turn panics with what `hangs` returns.
///
/// Ticks are counted, not time: on a busy machine, there are no more of them.
pub fn tick(reactor: &Reactor, most: usize, hangs: impl Fn() -> String + Send + Sync + 'static) {
    Arc::new(Tick { left: AtomicUsize::new(most), hangs: Box::new(hangs) }).set(reactor.clone());
}

struct Tick {
    left: AtomicUsize,
    hangs: Box<dyn Fn() -> String + Send + Sync>,
}

impl Tick {
    fn set(self: Arc<Tick>, reactor: Reactor) {
        let mut sleep = Sleep::new(&reactor, TICK);
        assert!(poll(&mut sleep, &Waker::from(self)).is_pending());
        NEXT.set(Some((reactor, sleep)));
    }
}

impl Wake for Tick {
    fn wake(self: Arc<Self>) {
        assert!(self.left.fetch_sub(1, SeqCst) > 0, "{}", (self.hangs)());
        if let Some((reactor, _)) = NEXT.take() {
            self.set(reactor);
        }
    }
}
