//! The site's thread: a loop that accepts connections, and advances each one when it is ready or its timer is due.

use std::collections::hash_map::Entry;
use std::collections::{BTreeSet, HashMap};
use std::io;
use std::time::{Duration, Instant};

use mio::net::{TcpListener, TcpStream};
use mio::{Events, Interest, Poll, Token};

use crate::connection::{Connection, Shared};
use crate::ledger::Ledger;
use crate::state::Wait;

/// The listener's token. A connection's token is its number.
const LISTENER: Token = Token(usize::MAX);

/// The token of the observer's waker.
pub(crate) const WAKER: Token = Token(usize::MAX - 1);

/// How long accepting rests after an error, which most often means that no descriptor is left.
const BREATHER: Duration = Duration::from_millis(10);

/// How many connections are accepted before those already accepted have their turn.
const ACCEPTED_AT_ONCE: usize = 64;

/// The site's thread.
pub(crate) struct Server {
    shared: Shared,
    poll: Poll,
    listener: TcpListener,
    /// When to accept; `None` until the listener is ready again.
    accept_at: Option<Instant>,
    /// How many more connections are to be reset as soon as they are accepted.
    resets: u64,
    /// How many connections have been accepted: the number of the next one.
    accepted: usize,
    connections: HashMap<usize, Connection>,
    /// When to advance which connection.
    timers: BTreeSet<(Instant, usize)>,
}

impl Server {
    pub fn new(poll: Poll, mut listener: TcpListener, resets: u64, shared: Shared) -> io::Result<Server> {
        poll.registry().register(&mut listener, LISTENER, Interest::READABLE)?;
        let (connections, timers) = Default::default();
        Ok(Server { shared, poll, listener, accept_at: None, resets, accepted: 0, connections, timers })
    }

    /// Serves until the observer is stopped. Then every connection is dropped, and so closed.
    pub fn run(mut self) {
        let mut events = Events::with_capacity(1024);
        while !self.shared.observer.is_stopped() {
            if let Err(error) = self.poll.poll(&mut events, self.timeout()) {
                assert!(error.kind() == io::ErrorKind::Interrupted, "the selector failed: {error}");
            }
            for event in &events {
                match event.token() {
                    LISTENER => self.accept_at = Some(Instant::now()),
                    WAKER => self.go_on_with_held(),
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

    /// Takes on a new connection. Its first event comes at once if there are bytes to read.
    fn welcome(&mut self, mut stream: TcpStream) {
        let number = self.accepted;
        self.accepted += 1;
        let interest = Interest::READABLE | Interest::WRITABLE;
        let registered = self.poll.registry().register(&mut stream, Token(number), interest);
        let connection = Connection::new(stream, self.shared.observer.change(Ledger::accepted));
        if self.resets == 0 && registered.is_ok() {
            self.connections.insert(number, connection);
            return;
        }
        if let Some(left) = self.resets.checked_sub(1) {
            self.resets = left;
            connection.reset_on_close();
        }
        connection.close(&self.shared.observer);
    }

    /// Advances a connection, unless it has been closed: the event may be stale.
    fn go_on(&mut self, number: usize) {
        let Entry::Occupied(mut entry) = self.connections.entry(number) else { return };
        let connection = entry.get_mut();
        if let Some(at) = connection.timer.take() {
            self.timers.remove(&(at, number));
        }
        match connection.go_on(&self.shared) {
            Ok(Wait::Event) => {}
            Ok(Wait::Until(at)) => {
                connection.timer = Some(at);
                self.timers.insert((at, number));
            }
            Err(_) => entry.remove().close(&self.shared.observer),
        }
    }

    /// Advances the connections whose answer is held back, in the order in which they were accepted.
    fn go_on_with_held(&mut self) {
        let held = self.connections.iter().filter(|(_, connection)| connection.is_held());
        let mut held: Vec<usize> = held.map(|(number, _)| *number).collect();
        held.sort_unstable();
        held.into_iter().for_each(|number| self.go_on(number));
    }
}
