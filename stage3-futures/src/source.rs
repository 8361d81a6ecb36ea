//! [`Registration`]: a socket that a reactor watches, and the wakers of the tasks that wait for it.

use std::cell::Cell;
use std::io;
use std::net::TcpStream;
use std::rc::Rc;
use std::task::{Context, Poll, Waker};

use polling::{Event, Poller};

use crate::reactor::Reactor;

/// How many operations in a row may succeed before the other tasks have their turn.
const MAX_IN_A_ROW: u32 = 16;

/// What a task may wait for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// Bytes, or the end, can be read.
    Read,
    /// Bytes can be written, or the connect has ended.
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
    /// Moves the wakers that wait for `event` to `wakers`.
    pub(crate) fn take_wakers(&mut self, event: Event, poller: &Poller, wakers: &mut Vec<Waker>) {
        if event.readable {
            wakers.extend(self.readable.take());
        }
        if event.writable {
            wakers.extend(self.writable.take());
        }
        // The poller is oneshot: an event for one direction has ended the wait for both. If it cannot
        // be re-armed, the tasks are woken all the same: their next wait returns the error.
        let is_waited_for = self.readable.is_some() || self.writable.is_some();
        if is_waited_for && self.arm(poller, event.key).is_err() {
            wakers.extend(self.readable.take());
            wakers.extend(self.writable.take());
        }
    }

    /// Stores `waker` for the next event in `direction`, and returns the one it replaces.
    fn store(&mut self, direction: Direction, waker: Waker) -> Option<Waker> {
        match direction {
            Direction::Read => self.readable.replace(waker),
            Direction::Write => self.writable.replace(waker),
        }
    }

    /// Asks the poller for one event, in any direction that has a waker.
    ///
    /// The poller checks the socket when it is armed, so an event that came before is not missed.
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

/// A socket that a reactor watches. Dropping it ends that, and closes the socket.
pub struct Registration {
    reactor: Reactor,
    key: usize,
    socket: Rc<TcpStream>,
    /// How many operations have succeeded since the task last waited.
    in_a_row: Cell<u32>,
}

impl Registration {
    /// Makes `reactor` watch a socket, which must be non-blocking.
    pub fn new(reactor: &Reactor, socket: TcpStream) -> Registration {
        let key = reactor.next_key();
        let socket = Rc::new(socket);
        let source = Source { socket: Rc::clone(&socket), added: false, readable: None, writable: None };
        reactor.sources().insert(key, source);
        Registration { reactor: reactor.clone(), key, socket, in_a_row: Cell::new(0) }
    }

    /// Returns the reactor.
    pub fn reactor(&self) -> &Reactor {
        &self.reactor
    }

    /// Returns the socket.
    pub fn socket(&self) -> &TcpStream {
        &self.socket
    }

    /// Stores the task's waker for the next event in `direction`, and replaces an earlier one.
    ///
    /// Returns `Ready` only with an error. If the socket is ready already, the event comes in the next turn.
    pub fn poll_event(&self, direction: Direction, cx: &mut Context<'_>) -> Poll<io::Error> {
        let mut sources = self.reactor.sources();
        let source = sources.get_mut(&self.key).expect("a source lives as long as its registration");
        let _replaced = source.store(direction, cx.waker().clone());
        let armed = source.arm(self.reactor.poller(), self.key);
        // The borrow ends before a waker is dropped, because that may drop a task, which may use the reactor.
        drop(sources);
        armed.map_or_else(Poll::Ready, |()| Poll::Pending)
    }

    /// Calls `operation` on the socket. If it would block, the task is woken when it is worth trying again.
    ///
    /// After many successes in a row, it waits for an event although the socket may be ready. The other
    /// tasks run meanwhile: a busy socket must not starve them.
    pub fn poll_io<T>(
        &self,
        direction: Direction,
        cx: &mut Context<'_>,
        mut operation: impl FnMut(&TcpStream) -> io::Result<T>,
    ) -> Poll<io::Result<T>> {
        while self.in_a_row.get() < MAX_IN_A_ROW {
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
}

impl Drop for Registration {
    fn drop(&mut self) {
        let source = { self.reactor.sources().remove(&self.key) };
        if source.is_some_and(|source| source.added) {
            // It fails only if the poller does not know the socket, and that is the aim.
            let _ = self.reactor.poller().delete(&*self.socket);
        }
    }
}
