//! Wakers that count, and wakers that act.

use std::cell::{Cell, RefCell};
use std::panic::{self, AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex, Once, PoisonError, atomic::AtomicUsize, atomic::Ordering::SeqCst};
use std::task::{Wake, Waker};
use std::thread;

/// A waker that counts how often it is woken.
#[derive(Default)]
pub struct Count(AtomicUsize);

impl Count {
    /// Makes a count of 0, and its waker.
    pub fn new() -> (Arc<Count>, Waker) {
        let count = Arc::<Count>::default();
        (Arc::clone(&count), Waker::from(count))
    }

    /// Returns how often the waker was called.
    pub fn get(&self) -> usize {
        self.0.load(SeqCst)
    }
}

impl Wake for Count {
    fn wake(self: Arc<Self>) {
        self.0.fetch_add(1, SeqCst);
    }
}

/// Returns a waker that adds `number` to `list` when it is woken.
pub fn noting_waker(number: usize, list: &Arc<Mutex<Vec<usize>>>) -> Waker {
    Waker::from(Arc::new(Noting(number, Arc::clone(list))))
}

struct Noting(usize, Arc<Mutex<Vec<usize>>>);

impl Wake for Noting {
    fn wake(self: Arc<Self>) {
        self.1.lock().unwrap_or_else(PoisonError::into_inner).push(self.0);
    }
}

/// Returns a waker that panics when it is woken, but not while a failed test unwinds: that would abort all tests.
pub fn panicking_waker() -> Waker {
    Waker::from(Arc::new(Panicking))
}

struct Panicking;

impl Wake for Panicking {
    fn wake(self: Arc<Self>) {
        assert!(thread::panicking(), "a waker panics");
    }
}

thread_local! {
    /// What the [`acting_waker`] of this thread does.
    static ACTION: RefCell<Option<Box<dyn FnOnce()>>> = RefCell::default();
    /// How many panics there were in the action that runs.
    static PANICS: Cell<Option<usize>> = const { Cell::new(None) };
}

const BORROWED: &str = "a waker was called or dropped during a borrow of what it uses: end the borrow first";

/// Prints this before the second panic of an action: a panic in a destructor, while the first one unwinds, ends the process.
fn explain_the_second_panic() {
    let hook = panic::take_hook();
    panic::set_hook(Box::new(move |info| {
        PANICS.set(PANICS.get().map(|count| count + 1));
        if PANICS.get() == Some(2) {
            eprintln!("{BORROWED}");
        }
        hook(info);
    }));
}

/// Returns a waker that calls `action` when it is woken, or when its last clone is dropped, whichever comes first.
pub fn acting_waker(action: impl FnOnce() + 'static) -> Waker {
    static ONCE: Once = Once::new();
    ONCE.call_once(explain_the_second_panic);
    ACTION.set(Some(Box::new(action)));
    Waker::from(Arc::new(Acting))
}

/// Returns whether the [`acting_waker`] of this thread has acted.
pub fn has_acted() -> bool {
    ACTION.with_borrow(Option::is_none)
}

struct Acting;

impl Wake for Acting {
    fn wake(self: Arc<Self>) {
        drop(self);
    }
}

impl Drop for Acting {
    fn drop(&mut self) {
        // At its end, a thread has no action any more.
        let action = ACTION.try_with(RefCell::take).ok().flatten().filter(|_| !thread::panicking());
        let Some(action) = action else { return };
        PANICS.set(Some(0));
        let acted = catch_unwind(AssertUnwindSafe(action));
        PANICS.set(None);
        assert!(acted.is_ok(), "{BORROWED}");
    }
}
