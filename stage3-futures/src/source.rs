//! `Source`: what the reactor knows of a socket: what the poller is armed for, and the wakers of the tasks that wait.

use std::io;
use std::mem::{replace, take};
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
    /// What the poller reports next. `None` until the first wait: the poller does not know the socket yet.
    armed: Option<Event>,
    /// The wakers of the streams that wait.
    readable: Wakers,
    writable: Wakers,
}

impl Source {
    /// Makes the source of a socket without any waker. The events of the socket will have this key.
    pub(crate) fn new(poller: &Arc<Poller>, key: usize, socket: Rc<TcpStream>) -> Source {
        Source {
            poller: Arc::clone(poller),
            key,
            socket,
            armed: None,
            readable: Wakers::default(),
            writable: Wakers::default(),
        }
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
        // The wakers of the other direction may be left. If the poller cannot be re-armed, they are taken, too: the
        // next wait of their tasks returns the error.
        if self.arm().is_err() {
            wakers.extend(self.readable.take());
            wakers.extend(self.writable.take());
        }
    }

    /// Stores a clone of `waker` in `place`, for the next event in `direction`. Returns the waker that it replaces.
    pub(crate) fn store(&mut self, direction: Direction, place: usize, waker: &Waker) -> Option<Waker> {
        let event = if direction == Direction::Read { trace::READABLE } else { trace::WRITABLE };
        self.wakers(direction).store(place, trace::waker_for(event, waker))
    }

    /// Removes the waker in `place`, if it still waits for an event in `direction`.
    pub(crate) fn remove(&mut self, direction: Direction, place: usize) -> Option<Waker> {
        self.wakers(direction).remove(place)
    }

    fn wakers(&mut self, direction: Direction) -> &mut Wakers {
        match direction {
            Direction::Read => &mut self.readable,
            Direction::Write => &mut self.writable,
        }
    }

    /// Asks the poller for one event, in any direction that has a waker, unless it has been asked for that.
    ///
    /// The poller checks the socket when it is armed, so an event that came before is not missed.
    pub(crate) fn arm(&mut self) -> io::Result<()> {
        let interest = Event::new(self.key, !self.readable.is_empty(), !self.writable.is_empty());
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

/// The wakers for one direction, each with the place of its stream.
#[derive(Default)]
struct Wakers(Vec<(usize, Waker)>);

impl Wakers {
    /// Stores a clone of `waker` in `place`. Returns the waker that it replaces.
    fn store(&mut self, place: usize, waker: &Waker) -> Option<Waker> {
        match self.0.iter_mut().find(|(of, _)| *of == place) {
            Some((_, stored)) if stored.will_wake(waker) => None,
            Some((_, stored)) => Some(replace(stored, waker.clone())),
            None => {
                // Mostly it stays the only one, and thousands of sockets may wait.
                self.0.reserve_exact(1);
                self.0.push((place, waker.clone()));
                None
            }
        }
    }

    /// Removes the waker in `place`.
    fn remove(&mut self, place: usize) -> Option<Waker> {
        let index = self.0.iter().position(|(of, _)| *of == place)?;
        Some(self.0.remove(index).1)
    }

    /// Removes all wakers, and returns them.
    fn take(&mut self) -> impl Iterator<Item = Waker> + use<> {
        take(&mut self.0).into_iter().map(|(_, waker)| waker)
    }

    fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}
