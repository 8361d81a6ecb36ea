//! The site's thread: a loop that accepts connections, and goes on with each whenever something happens to it.

use std::collections::BTreeSet;
use std::io;
use std::sync::Arc;
use std::time::{Duration, Instant};

use mio::net::{TcpListener, TcpStream};
use mio::{Events, Interest, Poll, Token};
use rustc_hash::FxHashMap;

use crate::connection::{Connection, Shared};
use crate::ledger::Ledger;
use crate::state::Wait;

/// The listener's token. A connection's token is the number of its first visit.
const LISTENER: Token = Token(usize::MAX);

/// The token of the observer's waker.
pub(crate) const WAKER: Token = Token(usize::MAX - 1);

/// How long accepting rests when it fails, which it does as long as there are no descriptors left.
const BREATHER: Duration = Duration::from_millis(10);

/// How many connections are accepted before those already there have their turn.
const ACCEPTED_AT_ONCE: usize = 64;

/// The site's thread.
#[derive(Debug)]
pub(crate) struct Server {
    shared: Shared,
    poll: Poll,
    listener: TcpListener,
    /// When to accept; `None` until the listener is ready again.
    accept_at: Option<Instant>,
    /// By the numbers of their first visits.
    connections: FxHashMap<u64, Connection>,
    /// When to go on with which connection.
    timers: BTreeSet<(Instant, u64)>,
}

impl Server {
    pub fn new(poll: Poll, mut listener: TcpListener, shared: Shared) -> io::Result<Server> {
        poll.registry().register(&mut listener, LISTENER, Interest::READABLE)?;
        let (connections, timers) = Default::default();
        Ok(Server { shared, poll, listener, accept_at: None, connections, timers })
    }

    /// Serves until the observer is told to stop; then every connection is closed.
    pub fn run(mut self) {
        let mut events = Events::with_capacity(1024);
        while !self.shared.observer.is_stopped() {
            if let Err(error) = self.poll.poll(&mut events, self.timeout()) {
                assert!(error.kind() == io::ErrorKind::Interrupted, "the selector fails: {error}");
            }
            for event in &events {
                match event.token() {
                    LISTENER => self.accept_at = Some(Instant::now()),
                    WAKER => self.go_on_with_held(),
                    Token(visit) => self.go_on(visit as u64),
                }
            }
            let now = Instant::now();
            if self.accept_at.is_some_and(|at| at <= now) {
                self.accept();
            }
            while let Some(&(at, visit)) = self.timers.first().filter(|(at, _)| *at <= now) {
                self.timers.remove(&(at, visit));
                self.go_on(visit);
            }
        }
    }

    /// The time until a timer or accepting is due; `None` if neither will ever be.
    fn timeout(&self) -> Option<Duration> {
        let timer = self.timers.first().map(|(at, _)| *at);
        let next = timer.into_iter().chain(self.accept_at).min()?;
        Some(next.saturating_duration_since(Instant::now()))
    }

    fn accept(&mut self) {
        for _ in 0..ACCEPTED_AT_ONCE {
            self.accept_at = match self.listener.accept() {
                Ok((stream, _)) => {
                    self.welcome(stream);
                    continue;
                }
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => None,
                Err(_) => Some(Instant::now() + BREATHER),
            };
            return;
        }
    }

    /// Begins with a connection. Its first event comes at once if it can already be read.
    fn welcome(&mut self, mut stream: TcpStream) {
        let visit = self.shared.observer.accepted();
        let interest = Interest::READABLE | Interest::WRITABLE;
        let registered = self.poll.registry().register(&mut stream, Token(visit as usize), interest);
        let connection = Connection::new(stream, visit, Arc::clone(&self.shared.observer));
        if self.shared.observer.see(Ledger::connections) <= self.shared.resets {
            connection.reset_on_drop();
        } else if registered.is_ok() {
            self.connections.insert(visit, connection);
        }
    }

    /// Goes on with a connection, unless it has ended: the event may be older than its end.
    fn go_on(&mut self, visit: u64) {
        let Some(connection) = self.connections.get_mut(&visit) else { return };
        if let Some(at) = connection.timer.take() {
            self.timers.remove(&(at, visit));
        }
        match connection.go_on(&self.shared) {
            Wait::Event => {}
            Wait::Until(at) => {
                connection.timer = Some(at);
                self.timers.insert((at, visit));
            }
            Wait::Over => drop(self.connections.remove(&visit)),
        }
    }

    /// Goes on with the connections whose answer is held back, in the order in which they were accepted.
    fn go_on_with_held(&mut self) {
        let held = self.connections.iter().filter(|(_, connection)| connection.is_held());
        let mut held: Vec<u64> = held.map(|(visit, _)| *visit).collect();
        held.sort_unstable();
        held.into_iter().for_each(|visit| self.go_on(visit));
    }
}
