//! [`Registration`]: a socket that a reactor watches, and who waits for it.

use std::cell::Cell;
use std::io;
use std::net::TcpStream;
use std::rc::Rc;
use std::task::{Context, Poll, Waker};

use polling::{Event, Poller};

use crate::reactor::Reactor;

/// How many times an operation may succeed at once before the reactor has its turn.
const IN_A_ROW: u32 = 16;

/// What one may wait for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// Bytes, or the end, can be read.
    Read,
    /// Bytes can be written, or the connection is there.
    Write,
}

/// The reactor's side of a socket.
pub(crate) struct Source {
    socket: Rc<TcpStream>,
    /// Whether the poller knows the socket: from the first wait on.
    added: bool,
    readable: Option<Waker>,
    writable: Option<Waker>,
}

impl Source {
    /// An event has come: takes the wakers that wait for it.
    pub(crate) fn take_wakers(&mut self, event: Event, poller: &Poller, wakers: &mut Vec<Waker>) {
        if event.readable {
            wakers.extend(self.readable.take());
        }
        if event.writable {
            wakers.extend(self.writable.take());
        }
        // The poller is oneshot: an event for one direction has ended the wait for both.
        let is_waited_for = self.readable.is_some() || self.writable.is_some();
        if is_waited_for && self.arm(poller, event.key).is_err() {
            wakers.extend(self.readable.take());
            wakers.extend(self.writable.take());
        }
    }

    fn waker(&mut self, direction: Direction) -> &mut Option<Waker> {
        match direction {
            Direction::Read => &mut self.readable,
            Direction::Write => &mut self.writable,
        }
    }

    /// Asks the poller for one event: the next one that somebody waits for.
    fn arm(&mut self, poller: &Poller, key: usize) -> io::Result<()> {
        let interest = Event::new(key, self.readable.is_some(), self.writable.is_some());
        if self.added {
            return poller.modify(&*self.socket, interest);
        }
        // SAFETY: the socket must stay open until it is deleted from the poller. This source keeps
        // it open, and `Registration::drop` deletes it before it drops the source.
        #[allow(unsafe_code)]
        unsafe {
            poller.add(&*self.socket, interest)?;
        }
        self.added = true;
        Ok(())
    }
}

/// A socket that a reactor watches. When it is dropped, it is forgotten there, and closed.
pub struct Registration {
    reactor: Reactor,
    key: usize,
    socket: Rc<TcpStream>,
    /// How many operations have succeeded since the task last waited.
    in_a_row: Cell<u32>,
}

impl Registration {
    /// Has `reactor` watch a socket, which must be non-blocking.
    pub fn new(reactor: &Reactor, socket: TcpStream) -> Registration {
        let key = reactor.next_key();
        let socket = Rc::new(socket);
        let source = Source { socket: Rc::clone(&socket), added: false, readable: None, writable: None };
        reactor.sources().insert(key, source);
        Registration { reactor: reactor.clone(), key, socket, in_a_row: Cell::new(0) }
    }

    /// The reactor.
    pub fn reactor(&self) -> &Reactor {
        &self.reactor
    }

    /// The socket.
    pub fn socket(&self) -> &TcpStream {
        &self.socket
    }

    /// Has `cx` woken at the next event for `direction`; the last one given counts.
    ///
    /// It is ready only to tell an error. If the socket is ready already, that counts as an event:
    /// the poller looks at its state when it is armed, so nothing that came before is missed.
    pub fn poll_event(&self, direction: Direction, cx: &mut Context<'_>) -> Poll<io::Error> {
        let mut sources = self.reactor.sources();
        let Some(source) = sources.get_mut(&self.key) else { return Poll::Pending };
        let old = source.waker(direction).replace(cx.waker().clone());
        // As long as there is a waker, the poller is armed for it.
        let armed = if old.is_none() { source.arm(self.reactor.poller(), self.key) } else { Ok(()) };
        let failed = armed.is_err().then(|| source.waker(direction).take());
        // The borrow ends before a waker is dropped, which may be the end of a task.
        drop(sources);
        drop((old, failed));
        match armed {
            Ok(()) => Poll::Pending,
            Err(error) => Poll::Ready(error),
        }
    }

    /// Calls `operation` on the socket; if it would block, `cx` is woken when it is worth trying
    /// again.
    ///
    /// If it has been successful many times in a row, it waits for an event all the same, which
    /// comes at once: a socket that is always ready must not keep the others waiting.
    pub fn poll_io<T>(
        &self,
        direction: Direction,
        cx: &mut Context<'_>,
        mut operation: impl FnMut(&TcpStream) -> io::Result<T>,
    ) -> Poll<io::Result<T>> {
        while self.in_a_row.get() < IN_A_ROW {
            match operation(&self.socket) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => break,
                result => {
                    self.in_a_row.set(self.in_a_row.get() + 1);
                    return Poll::Ready(result);
                }
            }
        }
        self.in_a_row.set(0);
        self.poll_event(direction, cx).map(Err)
    }

    /// Has the next operation wait for an event before it is tried: an answer to what was sent just
    /// now cannot be there yet.
    pub(crate) fn wait_first(&self) {
        self.in_a_row.set(IN_A_ROW);
    }

    /// Nobody waits for `direction` any more: its future has been dropped.
    pub fn forget(&self, direction: Direction) {
        let mut sources = self.reactor.sources();
        let _old = sources.get_mut(&self.key).and_then(|source| source.waker(direction).take());
        drop(sources);
    }
}

impl Drop for Registration {
    fn drop(&mut self) {
        let mut sources = self.reactor.sources();
        let source = sources.remove(&self.key);
        drop(sources);
        if source.is_some_and(|source| source.added) {
            // It fails only if the poller does not know the socket, and that is what is wanted.
            let _ = self.reactor.poller().delete(&*self.socket);
        }
    }
}
