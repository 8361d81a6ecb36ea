//! [`Reactor`]: waits for sockets and timers, and wakes the tasks that want to know.

use std::cell::{Cell, RefCell, RefMut};
use std::collections::{BTreeMap, HashMap};
use std::io;
use std::rc::Rc;
use std::sync::Arc;
use std::task::Waker;
use std::time::{Duration, Instant};

use polling::{Event, Events, Poller};

use crate::source::Source;
use crate::wake::Notifier;

/// Waits for sockets and timers, for one thread. Its clones are the same reactor.
#[derive(Clone)]
pub struct Reactor(Rc<Inner>);

struct Inner {
    poller: Arc<Poller>,
    notifier: Arc<Notifier>,
    events: RefCell<Events>,
    /// By key. Keys are never used again, so that a late event finds nobody.
    sources: RefCell<HashMap<usize, Source>>,
    timers: RefCell<BTreeMap<Timer, Waker>>,
    last_key: Cell<usize>,
    buffer: Cell<Vec<u8>>,
}

/// When to wake whom: timers are ordered by their time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Timer {
    at: Instant,
    key: usize,
}

impl Timer {
    pub(crate) fn is_due(self, now: Instant) -> bool {
        self.at <= now
    }
}

impl Reactor {
    /// A reactor with nothing to wait for.
    ///
    /// # Errors
    /// What the system says when it does not give a selector.
    pub fn new() -> io::Result<Reactor> {
        let poller = Arc::new(Poller::new()?);
        let notified = Arc::clone(&poller);
        // If the selector is gone, nobody waits.
        let notifier = Notifier::new(move || drop(notified.notify()));
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

    /// What ends a `turn` that waits, from any thread.
    pub fn notifier(&self) -> &Arc<Notifier> {
        &self.0.notifier
    }

    /// Waits until something happens, and wakes whom it concerns.
    ///
    /// If `has_work` says so, it looks at what has happened and does not wait. That is asked after it
    /// has been announced that this thread waits, so that a wake-up which comes later ends the wait.
    ///
    /// # Errors
    /// What the selector says.
    pub fn turn(&self, has_work: impl FnOnce() -> bool) -> io::Result<()> {
        let mut events = self.0.events.borrow_mut();
        events.clear();
        let waited = self.0.notifier.wait(has_work, |has_work| {
            let timeout = if has_work { Some(Duration::ZERO) } else { self.timeout() };
            self.0.poller.wait(&mut events, timeout)
        });
        match waited {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            result => drop(result?),
        }
        let mut wakers = Vec::new();
        events.iter().for_each(|event| self.take_wakers(event, &mut wakers));
        self.take_due_wakers(&mut wakers);
        // All borrows have ended: a waker may do what it likes, even poll its task at once.
        drop(events);
        wakers.into_iter().for_each(Waker::wake);
        Ok(())
    }

    /// How long the next turn may wait; `None` is for ever.
    fn timeout(&self) -> Option<Duration> {
        let timers = self.0.timers.borrow();
        let (first, _) = timers.first_key_value()?;
        Some(first.at.saturating_duration_since(Instant::now()))
    }

    /// An event has come: takes the wakers that wait for it.
    fn take_wakers(&self, event: Event, wakers: &mut Vec<Waker>) {
        let mut sources = self.0.sources.borrow_mut();
        if let Some(source) = sources.get_mut(&event.key) {
            source.take_wakers(event, &self.0.poller, wakers);
        }
    }

    fn take_due_wakers(&self, wakers: &mut Vec<Waker>) {
        let now = Instant::now();
        let mut timers = self.0.timers.borrow_mut();
        while let Some(first) = timers.first_entry().filter(|first| first.key().is_due(now)) {
            wakers.push(first.remove());
        }
    }

    /// A timer for the time `at`, which wakes nobody yet.
    pub(crate) fn timer(&self, at: Instant) -> Timer {
        Timer { at, key: self.next_key() }
    }

    /// Has `waker` woken by the first turn after the timer's time; the last one given counts.
    pub(crate) fn set(&self, timer: Timer, waker: &Waker) {
        // The old waker is dropped when the borrow has ended.
        let _old = { self.0.timers.borrow_mut().insert(timer, waker.clone()) };
    }

    pub(crate) fn cancel(&self, timer: Timer) {
        let _old = { self.0.timers.borrow_mut().remove(&timer) };
    }

    /// The buffer for reading; a new one if another has it just now.
    pub(crate) fn take_buffer(&self) -> Vec<u8> {
        let buffer = self.0.buffer.take();
        if buffer.is_empty() { vec![0; 64 << 10] } else { buffer }
    }

    pub(crate) fn give_buffer(&self, buffer: Vec<u8>) {
        self.0.buffer.set(buffer);
    }

    pub(crate) fn poller(&self) -> &Poller {
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
