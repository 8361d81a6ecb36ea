//! [`Reactor`]: the event loop. It waits for sockets and timers, and calls back.

use std::cell::{Cell, RefCell, RefMut};
use std::collections::{BTreeMap, HashMap, VecDeque};
use std::io;
use std::rc::Rc;
use std::sync::Arc;
use std::time::{Duration, Instant};

use mio::event::Source;
use mio::{Events, Interest, Poll, Token, Waker};

use crate::remote::{Mailbox, Remote};

/// What is called when something has happened. It may be called again, and it may be called
/// though nothing has happened: readiness is a hint.
type Callback = Rc<dyn Fn()>;

/// The token of the waker; callbacks have the following ones.
const WAKER: Token = Token(0);

/// An event loop for one thread.
///
/// A callback is kept by its token. Tokens are never used again, so that an event which was
/// under way when its source was deregistered finds nobody, instead of somebody else.
pub struct Reactor {
    poll: RefCell<Poll>,
    events: RefCell<Events>,
    last_token: Cell<usize>,
    callbacks: RefCell<HashMap<Token, Callback>>,
    timers: RefCell<BTreeMap<Timer, Callback>>,
    /// Tokens whose callbacks are called in the next turn, event or not.
    posted: RefCell<VecDeque<Token>>,
    mailbox: Arc<Mailbox>,
    stopped: Cell<bool>,
    buffer: RefCell<Vec<u8>>,
}

/// A timer that has been set. Timers are ordered by the time at which they fire.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Timer {
    at: Instant,
    token: Token,
}

impl Reactor {
    /// An event loop with nothing to wait for.
    ///
    /// # Errors
    /// What the system says when it does not give a selector.
    pub fn new() -> io::Result<Reactor> {
        let poll = Poll::new()?;
        let waker = Waker::new(poll.registry(), WAKER)?;
        Ok(Reactor {
            poll: RefCell::new(poll),
            events: RefCell::new(Events::with_capacity(1024)),
            last_token: Cell::new(WAKER.0),
            callbacks: RefCell::default(),
            timers: RefCell::default(),
            posted: RefCell::default(),
            mailbox: Arc::new(Mailbox::new(waker)),
            stopped: Cell::new(false),
            buffer: RefCell::new(vec![0; 64 << 10]),
        })
    }

    /// Has `callback` called when `source` becomes ready for `interest`.
    ///
    /// The selector is edge-triggered: it tells of a change, once. So a callback goes on until
    /// its source says `WouldBlock`; what it leaves unread, nobody will tell it of.
    ///
    /// # Errors
    /// What the selector says.
    pub fn register(
        &self,
        source: &mut impl Source,
        interest: Interest,
        callback: impl Fn() + 'static,
    ) -> io::Result<Token> {
        let token = self.add(callback);
        let registered = self.poll.borrow().registry().register(source, token, interest);
        registered.inspect_err(|_| self.remove(token)).map(|()| token)
    }

    /// Has another callback called for `token`, when `source` is ready for another interest.
    ///
    /// If it is ready already, that counts as a change.
    ///
    /// # Errors
    /// What the selector says.
    pub fn reregister(
        &self,
        source: &mut impl Source,
        token: Token,
        interest: Interest,
        callback: impl Fn() + 'static,
    ) -> io::Result<()> {
        let _old = self.callbacks.borrow_mut().insert(token, Rc::new(callback));
        self.poll.borrow().registry().reregister(source, token, interest)
    }

    /// Forgets a source and its callback.
    ///
    /// # Errors
    /// What the selector says.
    pub fn deregister(&self, source: &mut impl Source, token: Token) -> io::Result<()> {
        self.remove(token);
        self.poll.borrow().registry().deregister(source)
    }

    /// Keeps a callback that no source belongs to: it is called by `post` and by a [`Remote`].
    pub fn add(&self, callback: impl Fn() + 'static) -> Token {
        let token = self.next_token();
        self.callbacks.borrow_mut().insert(token, Rc::new(callback));
        token
    }

    /// Forgets a callback that was added.
    pub fn remove(&self, token: Token) {
        // The callback is dropped when the borrow has ended: it may own what uses the reactor.
        let _callback = self.callbacks.borrow_mut().remove(&token);
    }

    /// Has the callback of `token` called in the next turn.
    pub fn post(&self, token: Token) {
        self.posted.borrow_mut().push_back(token);
    }

    /// A handle by which other threads have the callback of `token` called.
    pub fn remote(&self, token: Token) -> Remote {
        Remote::new(token, &self.mailbox)
    }

    /// Has `callback` called at the time `at`, or as soon after it as may be.
    pub fn set_timer(&self, at: Instant, callback: impl Fn() + 'static) -> Timer {
        let timer = Timer { at, token: self.next_token() };
        self.timers.borrow_mut().insert(timer, Rc::new(callback));
        timer
    }

    /// Forgets a timer; one that has fired is forgotten already.
    pub fn cancel_timer(&self, timer: Timer) {
        let _callback = self.timers.borrow_mut().remove(&timer);
    }

    /// The buffer that all who read in this loop share.
    pub fn buffer(&self) -> RefMut<'_, Vec<u8>> {
        self.buffer.borrow_mut()
    }

    /// Ends `run` after the callback that is running.
    pub fn stop(&self) {
        self.stopped.set(true);
    }

    /// Turns until a callback stops the loop.
    ///
    /// # Errors
    /// What the selector says.
    pub fn run(&self) -> io::Result<()> {
        let mut result = Ok(());
        while result.is_ok() && !self.stopped.get() {
            result = self.turn();
        }
        // Callbacks own what they work on, which may own this loop in turn: break the circle.
        let _callbacks = (self.callbacks.take(), self.timers.take());
        result
    }

    /// Waits until something happens, and calls back whom it concerns.
    ///
    /// # Errors
    /// What the selector says.
    pub fn turn(&self) -> io::Result<()> {
        let mut events = self.events.borrow_mut();
        match self.poll.borrow_mut().poll(&mut events, self.timeout()) {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => return Ok(()),
            result => result?,
        }
        for event in events.iter() {
            match event.token() {
                WAKER => self.mailbox.take().into_iter().for_each(|token| self.dispatch(token)),
                token => self.dispatch(token),
            }
        }
        self.fire_timers();
        // What is posted from now on is for the next turn: nobody keeps the sockets waiting.
        let posted = self.posted.take();
        posted.into_iter().for_each(|token| self.dispatch(token));
        Ok(())
    }

    /// Calls the callback of `token`, if there still is one and the loop has not been stopped.
    pub fn dispatch(&self, token: Token) {
        // The borrow ends before the call: a callback may register, and end its own registration.
        let callback = self.callbacks.borrow().get(&token).cloned();
        if let (Some(callback), false) = (callback, self.stopped.get()) {
            callback();
        }
    }

    /// How long the next turn may wait; `None` is for ever.
    fn timeout(&self) -> Option<Duration> {
        if !self.posted.borrow().is_empty() {
            return Some(Duration::ZERO);
        }
        let timers = self.timers.borrow();
        let (first, _) = timers.first_key_value()?;
        Some(first.at.saturating_duration_since(Instant::now()))
    }

    /// Calls back the timers that are due now. One may cancel another before its turn has come.
    fn fire_timers(&self) {
        let now = Instant::now();
        while !self.stopped.get() {
            let mut timers = self.timers.borrow_mut();
            let Some(first) = timers.first_entry().filter(|first| first.key().at <= now) else { break };
            let callback = first.remove();
            drop(timers);
            callback();
        }
    }

    fn next_token(&self) -> Token {
        self.last_token.set(self.last_token.get() + 1);
        Token(self.last_token.get())
    }
}
