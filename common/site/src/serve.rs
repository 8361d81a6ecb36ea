//! The site's thread: a loop that accepts connections, and advances each one when it is ready or its timer is due.

use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::pin::Pin;
use std::rc::Rc;
use std::task::{Context, Waker};
use std::time::{Duration, Instant};

use mio::net::{TcpListener, TcpStream};
use mio::{Events, Interest, Poll, Token};

use crate::connection::{Connection, Shared};
use crate::ledger::Ledger;

/// The listener's token. A connection's token is its number.
pub(crate) const LISTENER: Token = Token(usize::MAX);

/// The token of the observer's waker.
pub(crate) const WAKER: Token = Token(usize::MAX - 1);

/// How long accepting rests after an error, which most often means that no descriptor is left.
const BREATHER: Duration = Duration::from_millis(10);

/// The site's thread.
pub(crate) struct Server {
    shared: Rc<Shared>,
    poll: Poll,
    listener: TcpListener,
    /// When to accept; `None` until the listener is ready again.
    accept_at: Option<Instant>,
    /// How many connections have been accepted: the number of the next one.
    accepted: usize,
    /// In the order in which they were accepted.
    served: BTreeMap<usize, Pin<Box<dyn Future<Output = ()>>>>,
    /// When to advance which connection; some of them have advanced since, or are closed.
    timers: BTreeSet<(Instant, usize)>,
}

impl Server {
    pub fn new(poll: Poll, listener: TcpListener, shared: Shared) -> Server {
        let (accept_at, (served, timers)) = (None, Default::default());
        Server { shared: Rc::new(shared), poll, listener, accept_at, accepted: 0, served, timers }
    }

    /// Serves until the site is stopped. Then every connection is dropped, and so closed.
    pub fn run(mut self) {
        let mut events = Events::with_capacity(1024);
        while !self.shared.observer.see(|ledger| ledger.is_stopped) {
            if let Err(error) = self.poll.poll(&mut events, self.timeout()) {
                assert!(error.kind() == io::ErrorKind::Interrupted, "the selector failed: {error}");
            }
            for event in &events {
                match event.token() {
                    LISTENER => self.accept_at = Some(Instant::now()),
                    // An answer may have been released.
                    WAKER => {
                        let served: Vec<_> = self.served.keys().copied().collect();
                        served.into_iter().for_each(|number| self.go_on(number));
                    }
                    Token(number) => self.go_on(number),
                }
            }
            let now = Instant::now();
            if self.accept_at.is_some_and(|at| at <= now) {
                self.accept();
            }
            while let Some(&(at, number)) = self.timers.first().filter(|(at, _)| *at <= now) {
                self.timers.remove(&(at, number));
                self.go_on(number);
            }
        }
    }

    /// Returns the time until a timer or accepting is due; `None` if neither is set.
    fn timeout(&self) -> Option<Duration> {
        let timer = self.timers.first().map(|(at, _)| *at);
        let next = timer.into_iter().chain(self.accept_at).min()?;
        Some(next.saturating_duration_since(Instant::now()))
    }

    /// Accepts all connections that wait.
    fn accept(&mut self) {
        self.accept_at = loop {
            match self.listener.accept() {
                Ok((stream, _)) => self.welcome(stream),
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => break None,
                Err(_) => break Some(Instant::now() + BREATHER),
            }
        };
    }

    /// Takes on a new connection. Its first event comes at once.
    fn welcome(&mut self, mut stream: TcpStream) {
        let number = self.accepted;
        self.accepted += 1;
        let interest = Interest::READABLE | Interest::WRITABLE;
        let registered = self.poll.registry().register(&mut stream, Token(number), interest);
        let visit = self.shared.observer.change(Ledger::accepted);
        let connection = Connection { stream, visit, shared: Rc::clone(&self.shared) };
        let is_reset = (number as u64) < self.shared.content.resets;
        if is_reset {
            connection.reset_on_close();
        }
        match is_reset || registered.is_err() {
            true => connection.close(),
            false => _ = self.served.insert(number, Box::pin(connection.serve())),
        }
    }

    /// Advances a connection, unless it has been closed: the event may be stale.
    fn go_on(&mut self, number: usize) {
        let Some(connection) = self.served.get_mut(&number) else { return };
        // No waker is needed: all that a connection waits for is an event of this loop.
        if connection.as_mut().poll(&mut Context::from_waker(Waker::noop())).is_ready() {
            self.served.remove(&number);
        }
        self.timers.extend(self.shared.timer.take().map(|at| (at, number)));
    }
}
