//! [`Session`]: connections that outlive a fetch, to be used again.
//!
//! The owner of a connection is a variable in an `async fn`. However that function ends, the
//! variable's destructor puts the connection back or closes it.

use std::cell::{Cell, RefCell};
use std::io::ErrorKind;
use std::mem;
use std::ops::Deref;
use std::time::{Duration, Instant};

use common::fetch::resolve::origin;
use url::Url;

use super::idle::{Idle, IdleConnections};
use super::stream::Stream;

/// How long a connection may be idle. Servers close idle connections after a similar time.
const IDLE_LIMIT: Duration = Duration::from_secs(15);

/// The connections of a crawl, busy and idle: at most one for each fetch in flight.
pub struct Session {
    max: usize,
    /// How many connections are in use, or being made: one for each permit.
    busy: Cell<usize>,
    /// The connection that was used most recently is last.
    idle: RefCell<IdleConnections>,
}

impl Session {
    /// Makes a session without connections, for at most `max_tasks` fetches in flight.
    pub fn new(max_tasks: usize) -> Session {
        Session { max: max_tasks.max(1), busy: Cell::new(0), idle: RefCell::default() }
    }

    /// Returns an idle connection for the scheme, host and port of `url`, if there is one.
    ///
    /// The server may have closed it. Only its use can show that for certain.
    pub fn reuse(&self, url: &Url) -> Option<Connection<'_>> {
        while self.idle.borrow().oldest().is_some_and(|since| since.elapsed() > IDLE_LIMIT) {
            self.close_oldest();
        }
        loop {
            let idle = self.idle.borrow_mut().take(origin(url));
            let Idle { origin, stream, .. } = idle?;
            let permit = Permit::new(self);
            let connection = Connection { permit, origin, stream, is_kept: Cell::new(false) };
            if is_silent(&connection.stream) {
                return Some(connection);
            }
        }
    }

    /// Reserves room for a new connection.
    ///
    /// Reserve first, then connect: a fetch that waits for its connect has its room already.
    pub fn reserve(&self) -> Permit<'_> {
        if self.busy.get() + self.idle.borrow().len() >= self.max {
            self.close_oldest();
        }
        Permit::new(self)
    }

    /// Closes all idle connections, because their descriptors are needed.
    pub fn close_idle(&self) {
        drop(self.idle.take());
    }

    /// Closes the connection that has been idle for the longest time.
    fn close_oldest(&self) {
        let _oldest = self.idle.borrow_mut().pop_front();
    }
}

/// Room for one connection. Dropping it gives the room back.
pub struct Permit<'a> {
    session: &'a Session,
}

impl<'a> Permit<'a> {
    fn new(session: &Session) -> Permit<'_> {
        session.busy.set(session.busy.get() + 1);
        Permit { session }
    }

    /// Uses the room for a new connection for the scheme, host and port of `url`.
    pub fn connection(self, url: &Url, stream: Stream) -> Connection<'a> {
        let origin = origin(url).to_owned();
        Connection { permit: self, origin, stream, is_kept: Cell::new(false) }
    }
}

impl Drop for Permit<'_> {
    fn drop(&mut self) {
        self.session.busy.set(self.session.busy.get() - 1);
    }
}

/// A connection in use. Dropping it closes it, unless it is to be kept.
pub struct Connection<'a> {
    permit: Permit<'a>,
    origin: String,
    stream: Stream,
    is_kept: Cell<bool>,
}

impl Connection<'_> {
    /// Makes the connection idle when it is dropped, for the next fetch from its host.
    pub fn keep(&self) {
        self.is_kept.set(true);
    }
}

impl Deref for Connection<'_> {
    type Target = Stream;

    fn deref(&self) -> &Stream {
        &self.stream
    }
}

impl Drop for Connection<'_> {
    fn drop(&mut self) {
        if self.is_kept.get() {
            let origin = mem::take(&mut self.origin);
            let idle = Idle { origin, stream: self.stream.clone(), since: Instant::now() };
            self.permit.session.idle.borrow_mut().push_back(idle);
        }
    }
}

/// Returns whether nothing has come unasked, not even the end of the stream, as far as TCP knows. TLS may have read a part
/// of a record already.
fn is_silent(stream: &Stream) -> bool {
    let peeked = stream.tcp().registration().socket().peek(&mut [0]);
    peeked.is_err_and(|error| error.kind() == ErrorKind::WouldBlock)
}
