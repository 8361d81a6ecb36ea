//! `Source`: a socket in the reactor, and the wakers of the tasks that wait for it.

use std::io;
use std::net::TcpStream;
use std::rc::Rc;
use std::task::Waker;

use polling::{Event, Poller};

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
    /// Makes the source of a socket without any waker.
    pub(crate) fn new(socket: Rc<TcpStream>) -> Source {
        Source { socket, added: false, readable: None, writable: None }
    }

    /// Returns whether the poller knows the socket.
    pub(crate) fn is_added(&self) -> bool {
        self.added
    }

    /// Moves the wakers that wait for `event` to `wakers`.
    pub(crate) fn take_wakers(&mut self, event: Event, poller: &Poller, wakers: &mut Vec<Waker>) {
        if event.readable {
            wakers.extend(self.readable.take());
        }
        if event.writable {
            wakers.extend(self.writable.take());
        }
        // The poller is oneshot: an event for one direction may have ended the wait for both. If it cannot
        // be re-armed, the tasks are woken all the same: their next wait returns the error.
        let is_waited_for = self.readable.is_some() || self.writable.is_some();
        if is_waited_for && self.arm(poller, event.key).is_err() {
            wakers.extend(self.readable.take());
            wakers.extend(self.writable.take());
        }
    }

    /// Stores `waker` for the next event in `direction`, and returns the one it replaces.
    pub(crate) fn store(&mut self, direction: Direction, waker: Waker) -> Option<Waker> {
        match direction {
            Direction::Read => self.readable.replace(waker),
            Direction::Write => self.writable.replace(waker),
        }
    }

    /// Asks the poller for one event, in any direction that has a waker.
    ///
    /// The poller checks the socket when it is armed, so an event that came before is not missed.
    pub(crate) fn arm(&mut self, poller: &Poller, key: usize) -> io::Result<()> {
        let interest = Event::new(key, self.readable.is_some(), self.writable.is_some());
        if self.added {
            return poller.modify(&*self.socket, interest);
        }
        // SAFETY: the socket must stay open until it is deleted from the poller. The registration keeps
        // it open, too, and deletes it in its `drop`.
        #[allow(unsafe_code)]
        unsafe {
            poller.add(&*self.socket, interest)?;
        }
        self.added = true;
        Ok(())
    }
}
