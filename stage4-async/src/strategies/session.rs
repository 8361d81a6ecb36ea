//! [`Session`]: connections that outlive a fetch, to be used again.
//!
//! The owner of a connection is a variable in an `async fn`. However that function ends, the
//! variable's destructor puts the connection back or closes it.

use std::cell::{Cell, RefCell};
use std::collections::VecDeque;
use std::io::ErrorKind;
use std::mem;
use std::ops::Deref;
use std::time::{Duration, Instant};

use stage3_futures::stream::Stream;
use url::{Position, Url};

/// How long a connection may be idle. Servers close idle connections after a similar time.
const IDLE_LIMIT: Duration = Duration::from_secs(15);

/// The connections of a crawl, busy and idle: at most one for each fetch in flight.
pub struct Session {
    max: usize,
    /// How many connections are busy or idle.
    open: Cell<usize>,
    /// The connection that was used most recently is last.
    idle: RefCell<VecDeque<Idle>>,
}

struct Idle {
    /// Host and port.
    authority: String,
    stream: Stream,
    since: Instant,
}

impl Session {
    /// Makes a session without connections, for at most `max_tasks` fetches in flight.
    pub fn new(max_tasks: usize) -> Session {
        Session { max: max_tasks.max(1), open: Cell::new(0), idle: RefCell::default() }
    }

    /// Returns an idle connection to the host and port of `url`, if there is one.
    ///
    /// The server may have closed it. Only its use can show that for certain.
    pub fn reuse(&self, url: &Url) -> Option<Connection<'_>> {
        while self.idle.borrow().front().is_some_and(|idle| idle.since.elapsed() > IDLE_LIMIT) {
            self.close_oldest();
        }
        loop {
            let mut idle = self.idle.borrow_mut();
            let index = idle.iter().rposition(|idle| idle.authority == authority(url))?;
            let Idle { authority, stream, .. } = idle.remove(index)?;
            drop(idle);
            let connection = Connection { session: self, authority, stream, is_kept: Cell::new(false) };
            if is_silent(&connection.stream) {
                return Some(connection);
            }
        }
    }

    /// Adds a new connection to the host and port of `url`.
    pub fn add(&self, url: &Url, stream: Stream) -> Connection<'_> {
        self.open.set(self.open.get() + 1);
        Connection { session: self, authority: authority(url).to_owned(), stream, is_kept: Cell::new(false) }
    }

    /// Closes an idle connection if one more would be too many.
    pub fn make_room(&self) {
        if self.open.get() >= self.max {
            self.close_oldest();
        }
    }

    /// Closes all idle connections, because their descriptors are needed.
    pub fn close_idle(&self) {
        while self.close_oldest() {}
    }

    /// Closes the connection that has been idle for the longest time. Returns whether there was one.
    fn close_oldest(&self) -> bool {
        let oldest = self.idle.borrow_mut().pop_front();
        self.open.set(self.open.get() - usize::from(oldest.is_some()));
        oldest.is_some()
    }
}

/// A connection in use. Dropping it closes it, unless it is to be kept.
pub struct Connection<'a> {
    session: &'a Session,
    authority: String,
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
            let authority = mem::take(&mut self.authority);
            let idle = Idle { authority, stream: self.stream.clone(), since: Instant::now() };
            self.session.idle.borrow_mut().push_back(idle);
        } else {
            self.session.open.set(self.session.open.get() - 1);
        }
    }
}

/// Returns the URL's host and port.
fn authority(url: &Url) -> &str {
    &url[Position::BeforeHost..Position::AfterPort]
}

/// Returns whether nothing has come unasked, not even the end of the stream.
fn is_silent(stream: &Stream) -> bool {
    let peeked = stream.registration().socket().peek(&mut [0]);
    peeked.is_err_and(|error| error.kind() == ErrorKind::WouldBlock)
}
