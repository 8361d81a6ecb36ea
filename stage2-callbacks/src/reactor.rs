//! [`Reactor`]: the event loop. It waits for sockets and timers, and calls the callbacks registered for them.

use std::cell::{Cell, RefCell, RefMut};
use std::collections::{BTreeMap, HashMap, VecDeque};
use std::io;
use std::rc::Rc;
use std::sync::Arc;
use std::time::{Duration, Instant};

use common::trace;
use mio::{Events, Poll, Token, Waker};

use crate::remote::{Mailbox, Remote};

/// A callback. It may be called more than once, and when nothing has happened: readiness is a hint.
pub(crate) type Callback = Rc<dyn Fn()>;

/// The token of mio's `Waker`, which ends the wait from another thread. Callbacks have the following ones.
const WAKER: Token = Token(0);

/// An event loop for one thread. A *turn* of it waits once, and calls the callbacks of all that has happened.
///
/// It keeps each callback by its token. No token is used twice. So a stale event, which was under way
/// when its source was deregistered, finds no callback instead of a wrong one.
///
/// ```
/// use std::rc::Rc;
/// use std::time::{Duration, Instant};
/// use stage2_callbacks::reactor::Reactor;
///
/// let reactor = Rc::new(Reactor::new()?);
/// let to_stop = Rc::clone(&reactor);
/// // The call returns at once. What is to be done then is the callback.
/// reactor.set_timer(Instant::now() + Duration::from_millis(1), move || to_stop.stop());
/// reactor.run()?;
/// # Ok::<(), std::io::Error>(())
/// ```
pub struct Reactor {
    pub(crate) poll: RefCell<Poll>,
    events: RefCell<Events>,
    pub(crate) callbacks: RefCell<HashMap<Token, Callback>>,
    timers: RefCell<BTreeMap<Timer, Callback>>,
    /// Tokens whose callbacks are called after the events and timers of a turn.
    posted: RefCell<VecDeque<Token>>,
    last_key: Cell<usize>,
    mailbox: Arc<Mailbox>,
    stopped: Cell<bool>,
    buffer: RefCell<Vec<u8>>,
}

/// A timer that has been set. Timers are ordered by the time at which they fire.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Timer {
    pub(crate) at: Instant,
    key: usize,
}

impl Reactor {
    /// Makes a reactor with nothing to wait for.
    ///
    /// # Errors
    /// If no selector can be created.
    pub fn new() -> io::Result<Reactor> {
        let poll = Poll::new()?;
        let waker = Waker::new(poll.registry(), WAKER)?;
        Ok(Reactor {
            poll: RefCell::new(poll),
            events: RefCell::new(Events::with_capacity(1024)),
            callbacks: RefCell::default(),
            timers: RefCell::default(),
            posted: RefCell::default(),
            last_key: Cell::new(WAKER.0),
            mailbox: Arc::new(Mailbox::new(waker)),
            stopped: Cell::new(false),
            buffer: RefCell::new(vec![0; 64 << 10]),
        })
    }

    /// Adds a callback without a source, for [`post`](Reactor::post) and [`remote`](Reactor::remote). Returns its
    /// token, which no callback has had before.
    pub fn add(&self, callback: impl Fn() + 'static) -> Token {
        let token = Token(self.next_key());
        self.callbacks.borrow_mut().insert(token, Rc::new(trace::callback(callback)));
        token
    }

    /// Drops a callback, if it still exists.
    pub fn remove(&self, token: Token) {
        // The callback is dropped after the borrow, because a value that it owns may use the reactor.
        let _callback = self.callbacks.borrow_mut().remove(&token);
    }

    /// Calls the callback of `token` once more, after the events and timers of the turn.
    pub fn post(&self, token: Token) {
        self.posted.borrow_mut().push_back(token);
    }

    /// Returns a handle by which another thread makes the event loop call the callback of `token`.
    pub fn remote(&self, token: Token) -> Remote {
        Remote::new(token, &self.mailbox)
    }

    /// Sets a timer: calls `callback` in the first turn at or after the time `at`.
    pub fn set_timer(&self, at: Instant, callback: impl Fn() + 'static) -> Timer {
        let timer = Timer { at, key: self.next_key() };
        self.timers.borrow_mut().insert(timer, Rc::new(trace::callback(callback)));
        timer
    }

    /// Cancels a timer. Does nothing if it has fired.
    pub fn cancel_timer(&self, timer: Timer) {
        let _callback = self.timers.borrow_mut().remove(&timer);
    }

    /// Borrows the read buffer that all connections share.
    pub fn buffer(&self) -> RefMut<'_, Vec<u8>> {
        self.buffer.borrow_mut()
    }

    /// Makes `run` return after the callback that is running.
    pub fn stop(&self) {
        self.stopped.set(true);
    }

    /// Takes one turn after another until a callback stops the loop. Then drops all callbacks.
    ///
    /// # Errors
    /// If the selector fails.
    pub fn run(&self) -> io::Result<()> {
        let mut result = Ok(());
        while result.is_ok() && !self.stopped.get() {
            result = self.turn();
        }
        // Callbacks own what they work on, and that may own this reactor: break the cycle. What is
        // dropped may add others.
        while !self.callbacks.borrow().is_empty() || !self.timers.borrow().is_empty() {
            let _dropped = (self.callbacks.take(), self.timers.take());
        }
        result
    }

    /// Waits until something happens, and calls the callbacks registered for it.
    ///
    /// # Errors
    /// If the selector fails.
    ///
    /// # Panics
    /// If a callback takes a turn.
    pub fn turn(&self) -> io::Result<()> {
        let mut events = self.events.try_borrow_mut().expect("a callback must not take a turn");
        let mut poll = |timeout| trace::parks(timeout, || self.poll.borrow_mut().poll(&mut events, timeout));
        let mut is_interrupted = |timeout| match poll(timeout) {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => Ok(true),
            result => result.map(|()| false),
        };
        if is_interrupted(self.timeout())? {
            // The program may have been stopped for long. What has come meanwhile is dispatched before the timers fire.
            is_interrupted(Some(Duration::ZERO))?;
        }
        for event in events.iter() {
            match event.token() {
                WAKER => self.mailbox.take().into_iter().for_each(|token| self.dispatch(token)),
                token => self.dispatch(token),
            }
        }
        self.fire_timers();
        // What is posted from now on is for the next turn: posts must not starve the sockets.
        let posted = self.posted.take();
        posted.into_iter().for_each(|token| self.dispatch(token));
        Ok(())
    }

    /// Calls the callback of `token`, if it still exists and the loop has not been stopped.
    pub fn dispatch(&self, token: Token) {
        // The borrow ends before the call, because a callback may register others and deregister itself.
        let callback = self.callbacks.borrow().get(&token).cloned();
        if let (Some(callback), false) = (callback, self.stopped.get()) {
            callback();
        }
    }

    /// Returns how long the next turn may wait; `None` is for ever.
    fn timeout(&self) -> Option<Duration> {
        if !self.posted.borrow().is_empty() {
            return Some(Duration::ZERO);
        }
        let timers = self.timers.borrow();
        let (first, _) = timers.first_key_value()?;
        Some(first.at.saturating_duration_since(Instant::now()))
    }

    /// Calls the callbacks of the timers that are due, in order, unless the loop has been stopped.
    fn fire_timers(&self) {
        // Collect first: a timer that is set from now on waits for a later turn, and cannot starve the sockets.
        let last = Timer { at: Instant::now(), key: usize::MAX };
        let due: Vec<_> = self.timers.borrow().range(..=last).map(|(timer, _)| *timer).collect();
        for timer in due {
            // An earlier callback may have cancelled it.
            let callback = self.timers.borrow_mut().remove(&timer);
            if let (Some(callback), false) = (callback, self.stopped.get()) {
                callback();
            }
        }
    }

    fn next_key(&self) -> usize {
        self.last_key.set(self.last_key.get() + 1);
        self.last_key.get()
    }
}
