//! `Source`: what the reactor knows of a socket: what the poller is armed for, and the wakers of the tasks that wait.

use std::io;
use std::net::TcpStream;
use std::rc::Rc;
use std::sync::Arc;
use std::task::Waker;

use common::trace::{self, Event::Armed};
use polling::{Event, Poller};

/// What a task may wait for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// Bytes, or the end, can be read.
    Read,
    /// Bytes can be written, or the connect has ended.
    Write,
}

/// The reactor's entry for a socket. Dropping it deletes the socket from the poller.
pub(crate) struct Source {
    poller: Arc<Poller>,
    key: usize,
    socket: Rc<TcpStream>,
    /// What the poller reports next. It knows the socket from the first wait on.
    armed: Option<Event>,
    readable: Option<Waker>,
    writable: Option<Waker>,
}

impl Source {
    /// Makes the source of a socket without any waker. The events of the socket will have this key.
    pub(crate) fn new(poller: &Arc<Poller>, key: usize, socket: Rc<TcpStream>) -> Source {
        Source { poller: Arc::clone(poller), key, socket, armed: None, readable: None, writable: None }
    }

    /// Moves the wakers that wait for `event` to `wakers`.
    pub(crate) fn take_wakers(&mut self, event: Event, wakers: &mut Vec<Waker>) {
        // The poller is oneshot: an event for one direction may have ended the wait for both.
        self.armed = Some(Event::none(self.key));
        if event.readable {
            wakers.extend(self.readable.take());
        }
        if event.writable {
            wakers.extend(self.writable.take());
        }
        // The other waker may be left. If the poller cannot be re-armed, that task is woken, too: its next wait returns
        // the error.
        if self.arm().is_err() {
            wakers.extend(self.readable.take());
            wakers.extend(self.writable.take());
        }
    }

    /// Stores a clone of `waker` for the next event in `direction`. Returns the waker of another task that it
    /// replaces.
    pub(crate) fn store(&mut self, direction: Direction, waker: &Waker) -> Option<Waker> {
        let stored = match direction {
            Direction::Read => &mut self.readable,
            Direction::Write => &mut self.writable,
        };
        match stored {
            Some(stored) if stored.will_wake(waker) => None,
            _ => stored.replace(waker.clone()),
        }
    }

    /// Asks the poller for one event, in any direction that has a waker, unless it has been asked for that.
    ///
    /// The poller checks the socket when it is armed, so an event that came before is not missed.
    pub(crate) fn arm(&mut self) -> io::Result<()> {
        let interest = Event::new(self.key, self.readable.is_some(), self.writable.is_some());
        match self.armed {
            Some(armed) if armed == interest => {}
            Some(_) => self.poller.modify(&*self.socket, interest)?,
            // SAFETY: the socket must be deleted from the poller before it is closed. This source shares the
            // socket, so it is open at least until the end of this source's `drop`, which deletes it.
            #[allow(unsafe_code)]
            None => unsafe { self.poller.add(&*self.socket, interest)? },
        }
        self.armed = Some(interest);
        trace::note(|| Armed { socket: self.key, read: interest.readable, write: interest.writable });
        Ok(())
    }
}

impl Drop for Source {
    fn drop(&mut self) {
        if self.armed.is_some() {
            // It fails only if the poller does not know the socket, and that is the aim.
            let _ = self.poller.delete(&*self.socket);
        }
    }
}
