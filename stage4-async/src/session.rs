//! [`Session`]: connections that outlive a fetch, to be used again.
//!
//! That is worth a module here and in no other stage: who has a connection in hand is a variable
//! in an `async fn`, and whoever drops that, on whichever way, closes the connection.

use std::cell::{Cell, RefCell};
use std::collections::VecDeque;
use std::io::{self, ErrorKind};
use std::mem;
use std::time::{Duration, Instant};

use common::Options;
use stage3_futures::reactor::Reactor;
use stage3_futures::stream::{Chunk, Stream};
use url::{Position, Url};

/// How long a connection may be idle: servers close theirs after some such time, too.
const IDLE_LIMIT: Duration = Duration::from_secs(15);

/// The connections of a crawl, busy and idle, as many as it has tasks at most.
pub struct Session {
    reactor: Reactor,
    max: usize,
    /// Busy or idle.
    open: Cell<usize>,
    /// The one that was used last is last.
    idle: RefCell<VecDeque<Idle>>,
}

struct Idle {
    /// Host and port.
    authority: String,
    stream: Stream,
    since: Instant,
}

impl Session {
    /// A session without connections yet.
    pub fn new(reactor: &Reactor, options: &Options) -> Session {
        Session {
            reactor: reactor.clone(),
            max: options.max_tasks.max(1),
            open: Cell::new(0),
            idle: RefCell::default(),
        }
    }

    /// What turns for its connections.
    pub fn reactor(&self) -> &Reactor {
        &self.reactor
    }

    /// An idle connection to the host and port of `url`, if there is one.
    ///
    /// The server may have closed it, which is sure to be noticed only when it is used.
    pub fn reuse(&self, url: &Url) -> Option<Connection<'_>> {
        while self.idle.borrow().front().is_some_and(|idle| idle.since.elapsed() > IDLE_LIMIT) {
            self.close_oldest();
        }
        loop {
            let mut idle = self.idle.borrow_mut();
            let index = idle.iter().rposition(|idle| idle.authority == authority(url))?;
            let Idle { authority, stream, .. } = idle.remove(index)?;
            let connection = self.connection(authority, stream, true);
            if is_silent(&connection.stream) {
                return Some(connection);
            }
        }
    }

    /// A connection that has been made, to the host and port of `url`.
    pub fn add(&self, url: &Url, stream: Stream) -> Connection<'_> {
        self.open.set(self.open.get() + 1);
        self.connection(authority(url).to_owned(), stream, false)
    }

    fn connection(&self, authority: String, stream: Stream, is_reused: bool) -> Connection<'_> {
        let [answered, is_kept] = [false, false].map(Cell::new);
        Connection { session: self, authority, stream, is_reused, answered, is_kept }
    }

    /// Closes an idle connection, if one more would be too many.
    pub fn make_room(&self) {
        if self.open.get() >= self.max {
            self.close_oldest();
        }
    }

    /// Closes all idle connections: somebody needs their descriptors.
    pub fn close_idle(&self) {
        while self.close_oldest() {}
    }

    /// Closes the connection that has been idle for the longest time, if there is one.
    fn close_oldest(&self) -> bool {
        let oldest = self.idle.borrow_mut().pop_front();
        self.open.set(self.open.get() - usize::from(oldest.is_some()));
        oldest.is_some()
    }
}

/// A connection in use. Dropping it closes it, unless it is kept.
pub struct Connection<'a> {
    session: &'a Session,
    authority: String,
    stream: Stream,
    is_reused: bool,
    /// Whether a byte of the answer has come.
    answered: Cell<bool>,
    is_kept: Cell<bool>,
}

impl Connection<'_> {
    /// Writes all of `bytes`.
    ///
    /// # Errors
    /// What the system says.
    pub async fn write_all(&self, bytes: Vec<u8>) -> io::Result<()> {
        self.stream.write_all(bytes).await
    }

    /// Reads what is there, or waits until something is.
    ///
    /// # Errors
    /// What the system says.
    pub async fn read_chunk(&self) -> io::Result<Chunk> {
        let chunk = self.stream.read_chunk().await?;
        self.answered.set(self.answered.get() || !chunk.is_empty());
        Ok(chunk)
    }

    /// Whether a failure means only that the server has closed it while it was idle: it was used
    /// before, and not a byte of an answer has come.
    pub fn was_stale(&self) -> bool {
        self.is_reused && !self.answered.get()
    }

    /// Keeps it, when it is dropped, for the next one who asks for a connection to its host.
    pub fn keep(&self) {
        self.is_kept.set(true);
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

/// Host and port, as they stand in the URL.
fn authority(url: &Url) -> &str {
    &url[Position::BeforeHost..Position::AfterPort]
}

/// Whether nothing has come that nobody asked for, not even the end.
fn is_silent(stream: &Stream) -> bool {
    let peeked = stream.registration().socket().peek(&mut [0]);
    peeked.is_err_and(|error| error.kind() == ErrorKind::WouldBlock)
}
