//! [`Registration`]: the owner of a socket and of its entry in a reactor, through which tasks wait for it.

use std::cell::Cell;
use std::io;
use std::net::TcpStream;
use std::rc::Rc;
use std::task::{Context, Poll};

use crate::reactor::Reactor;
use crate::source::{Direction, Source};

/// How many operations in a row may succeed before the other tasks have their turn.
const BUDGET: u32 = 16;

/// Owns a socket and its entry in a reactor. Dropping it removes the entry, and closes the socket.
pub struct Registration {
    reactor: Reactor,
    key: usize,
    socket: Rc<TcpStream>,
    /// How many calls may still follow before the task waits.
    budget: Cell<u32>,
    last_place: Cell<usize>,
}

impl Registration {
    /// Adds an entry for a socket, which must be non-blocking, to `reactor`.
    pub fn new(reactor: &Reactor, socket: TcpStream) -> Registration {
        let key = reactor.next_key();
        let socket = Rc::new(socket);
        reactor.sources().insert(key, Source::new(reactor.poller(), key, Rc::clone(&socket)));
        Registration {
            reactor: reactor.clone(),
            key,
            socket,
            budget: Cell::new(BUDGET),
            last_place: Cell::new(0),
        }
    }

    /// Returns the reactor.
    pub fn reactor(&self) -> &Reactor {
        &self.reactor
    }

    /// Returns the socket.
    pub fn socket(&self) -> &TcpStream {
        &self.socket
    }

    /// Returns the number of a new place, which has room for one waker in each direction.
    pub fn new_place(&self) -> usize {
        self.last_place.set(self.last_place.get() + 1);
        self.last_place.get()
    }

    /// Waits for the next event in `direction`. Of several calls with the same place, the waker of the latest counts.
    ///
    /// Returns `Ready` only with an error. If the socket is ready already, the event comes in the next turn.
    pub fn poll_event(&self, direction: Direction, place: usize, cx: &mut Context<'_>) -> Poll<io::Error> {
        let mut sources = self.reactor.sources();
        let source = sources.get_mut(&self.key).expect("a source lives as long as its registration");
        let _replaced = source.store(direction, place, cx.waker());
        let armed = source.arm();
        // The borrow ends before a waker is dropped, because that may drop a task, which may use the reactor.
        drop(sources);
        armed.map_or_else(Poll::Ready, |()| Poll::Pending)
    }

    /// Ends the wait of `place` in `direction`: its waker is not called any more.
    pub fn end_wait(&self, direction: Direction, place: usize) {
        // The waker is dropped after the borrow, because that may drop a task, which may use the reactor.
        let _waker =
            self.reactor.sources().get_mut(&self.key).and_then(|source| source.remove(direction, place));
    }

    /// Calls `operation` on the socket. If it would block, the task is woken when it is worth trying again.
    ///
    /// After many calls in a row, it waits for an event although the socket may be ready. The other
    /// tasks run meanwhile: a busy socket must not starve them.
    pub fn poll_io<T>(
        &self,
        direction: Direction,
        place: usize,
        cx: &mut Context<'_>,
        mut operation: impl FnMut(&TcpStream) -> io::Result<T>,
    ) -> Poll<io::Result<T>> {
        while self.budget.get() > 0 {
            // An interrupted call counts, too. Otherwise, many of them could hold up a deadline.
            self.budget.set(self.budget.get() - 1);
            match operation(&self.socket) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => break,
                result => {
                    // An earlier poll may have stored a waker, and the event has not come yet.
                    self.end_wait(direction, place);
                    return Poll::Ready(result);
                }
            }
        }
        self.budget.set(BUDGET);
        self.poll_event(direction, place, cx).map(Err)
    }
}

impl Drop for Registration {
    fn drop(&mut self) {
        // The source is dropped after the borrow, because its wakers may drop a task, which may use the reactor.
        let _source = self.reactor.sources().remove(&self.key);
    }
}
