//! [`Reactor`]: waits for sockets and timers, and wakes the tasks that wait for them.

use std::cell::{Cell, RefCell, RefMut};
use std::collections::{BTreeMap, HashMap};
use std::io;
use std::rc::Rc;
use std::sync::Arc;
use std::task::Waker;
use std::time::{Duration, Instant};

use common::trace;
use polling::{Event, Events, Poller};

use crate::source::Source;
use crate::wake::{Notifier, wake_all};

/// Waits for sockets and timers, for one thread. Its clones are the same reactor.
///
/// A waker may use the reactor when it is called or dropped, but not when it is cloned, which happens during a borrow.
///
/// ```
/// use std::pin::pin;
/// use std::task::{Context, Waker};
/// use std::time::Duration;
/// use stage3_futures::{reactor::Reactor, timer::Sleep};
///
/// let reactor = Reactor::new()?;
/// let mut sleep = pin!(Sleep::new(&reactor, Duration::from_millis(1)));
/// let mut cx = Context::from_waker(Waker::noop());
/// // The poll returns at once. What waits is the turn.
/// while sleep.as_mut().poll(&mut cx).is_pending() {
///     reactor.turn(|| false)?;
/// }
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Clone)]
pub struct Reactor(Rc<Inner>);

struct Inner {
    poller: Arc<Poller>,
    notifier: Arc<Notifier>,
    events: RefCell<Events>,
    /// The sockets, by key. No key is used twice, so a stale event finds no source.
    sources: RefCell<HashMap<usize, Source>>,
    timers: RefCell<BTreeMap<Timer, Waker>>,
    last_key: Cell<usize>,
    buffer: Cell<Vec<u8>>,
}

/// A timer that has been set. Timers are ordered by the time at which they fire.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Timer {
    at: Instant,
    key: usize,
}

impl Reactor {
    /// Makes a reactor with nothing to wait for.
    ///
    /// # Errors
    /// If no selector can be created.
    pub fn new() -> io::Result<Reactor> {
        let poller = Arc::new(Poller::new()?);
        let poller_to_notify = Arc::clone(&poller);
        // It fails only if the selector is broken, and then no thread waits.
        let notifier = Notifier::new(move || drop(poller_to_notify.notify()));
        Ok(Reactor(Rc::new(Inner {
            poller,
            notifier: Arc::new(notifier),
            events: RefCell::new(Events::new()),
            sources: RefCell::default(),
            timers: RefCell::default(),
            last_key: Cell::new(0),
            buffer: Cell::default(),
        })))
    }

    /// Returns the notifier, with which any thread ends a `turn` that waits.
    pub fn notifier(&self) -> &Arc<Notifier> {
        &self.0.notifier
    }

    /// Sets a timer: calls `waker` in the first turn at or after the time `at`.
    pub(crate) fn set_timer(&self, at: Instant, waker: Waker) -> Timer {
        let timer = Timer { at, key: self.next_key() };
        self.0.timers.borrow_mut().insert(timer, waker);
        timer
    }

    /// Makes a timer call `waker` instead of its own one, unless both wake the same task.
    pub(crate) fn set_waker(&self, timer: Timer, waker: &Waker) {
        let mut timers = self.0.timers.borrow_mut();
        if !timers.get(&timer).is_some_and(|stored| stored.will_wake(waker)) {
            let _replaced = timers.insert(timer, waker.clone());
            // The borrow ends before a waker is dropped.
            drop(timers);
        }
    }

    /// Cancels a timer. Does nothing if it has fired.
    pub(crate) fn cancel_timer(&self, timer: Timer) {
        // The waker is dropped after the borrow, because that may drop a task, which may use the reactor.
        let _waker = self.0.timers.borrow_mut().remove(&timer);
    }

    /// Takes the read buffer that all connections share. While another read has it, makes a new one.
    pub fn take_buffer(&self) -> Vec<u8> {
        let buffer = self.0.buffer.take();
        if buffer.is_empty() { vec![0; 64 << 10] } else { buffer }
    }

    /// Gives the shared read buffer back.
    pub fn give_buffer(&self, buffer: Vec<u8>) {
        self.0.buffer.set(buffer);
    }

    /// Waits until something happens, and wakes the tasks that wait for it.
    ///
    /// If `has_work` returns true, the turn does not wait for an event. A wake-up that comes after `has_work` was
    /// asked ends the wait.
    ///
    /// # Errors
    /// If the selector fails.
    ///
    /// # Panics
    /// If a waker panics. All others have been called by then.
    pub fn turn(&self, has_work: impl FnOnce() -> bool) -> io::Result<()> {
        let mut events = self.0.events.borrow_mut();
        events.clear();
        let waited = self.0.notifier.wait(has_work, |is_work| {
            let timeout = if is_work { Some(Duration::ZERO) } else { self.timeout() };
            trace::parks(timeout, || self.0.poller.wait(&mut events, timeout))
        });
        match waited {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            result => drop(result?),
        }
        let mut wakers = Vec::new();
        events.iter().for_each(|event| self.take_wakers(event, &mut wakers));
        self.take_due_wakers(&mut wakers);
        // End all borrows before the calls: a waker may do anything, even poll its task at once.
        drop(events);
        wake_all(wakers);
        Ok(())
    }

    /// Returns how long the next turn may wait; `None` is for ever.
    fn timeout(&self) -> Option<Duration> {
        let timers = self.0.timers.borrow();
        let (first, _) = timers.first_key_value()?;
        Some(first.at.saturating_duration_since(Instant::now()))
    }

    /// Moves the wakers that wait for `event` to `wakers`.
    fn take_wakers(&self, event: Event, wakers: &mut Vec<Waker>) {
        let mut sources = self.0.sources.borrow_mut();
        if let Some(source) = sources.get_mut(&event.key) {
            source.take_wakers(event, wakers);
        }
    }

    /// Moves the wakers of the timers that are due to `wakers`.
    fn take_due_wakers(&self, wakers: &mut Vec<Waker>) {
        let now = Instant::now();
        let mut timers = self.0.timers.borrow_mut();
        while let Some(first) = timers.first_entry().filter(|first| first.key().at <= now) {
            wakers.push(first.remove());
        }
    }

    pub(crate) fn poller(&self) -> &Arc<Poller> {
        &self.0.poller
    }

    pub(crate) fn sources(&self) -> RefMut<'_, HashMap<usize, Source>> {
        self.0.sources.borrow_mut()
    }

    pub(crate) fn next_key(&self) -> usize {
        self.0.last_key.set(self.0.last_key.get() + 1);
        self.0.last_key.get()
    }
}
