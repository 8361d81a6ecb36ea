//! [`State`]: what a fetch keeps from one callback to the next.

use std::io;
use std::time::Instant;

use common::Decoder;
use common::fetch::resolve::Lookup;
use mio::net::TcpStream;
use mio::{Interest, Token};

use crate::reactor::{Reactor, Timer};

/// The variables of one try. In stage 1, they live on the thread's stack.
#[derive(Default)]
pub(crate) struct State {
    pub(crate) deadline: Option<Timer>,
    /// The token of the callback that the try waits for: the resolver's, then the stream's.
    pub(crate) token: Option<Token>,
    pub(crate) lookup: Option<Lookup>,
    pub(crate) stream: Option<TcpStream>,
    pub(crate) unsent: Vec<u8>,
    pub(crate) decoder: Option<Decoder>,
}

impl State {
    /// Sets the time at which the try fails, in place of an earlier one.
    pub(crate) fn set_deadline(&mut self, reactor: &Reactor, at: Instant, timed_out: impl Fn() + 'static) {
        if self.deadline.is_some_and(|deadline| deadline.at == at) {
            return;
        }
        if let Some(replaced) = self.deadline.replace(reactor.set_timer(at, timed_out)) {
            reactor.cancel_timer(replaced);
        }
    }

    /// Registers `callback` for `interest` in the stream, in place of an earlier one. Without a stream, there is nothing
    /// to wait for.
    pub(crate) fn register(
        &mut self,
        reactor: &Reactor,
        interest: Interest,
        callback: impl Fn() + 'static,
    ) -> io::Result<()> {
        let Some(stream) = &mut self.stream else { return Ok(()) };
        match self.token {
            Some(token) => reactor.reregister(stream, token, interest, callback),
            None => reactor.register(stream, interest, callback).map(|token| self.token = Some(token)),
        }
    }

    /// Closes the stream, and removes every callback of the try.
    pub(crate) fn close(mut self, reactor: &Reactor) {
        match (self.stream.take(), self.token.take()) {
            // A stream that cannot be deregistered is closed all the same.
            (Some(mut stream), Some(token)) => drop(reactor.deregister(&mut stream, token)),
            (None, Some(token)) => reactor.remove(token),
            (_, None) => {}
        }
        if let Some(deadline) = self.deadline.take() {
            reactor.cancel_timer(deadline);
        }
    }
}
