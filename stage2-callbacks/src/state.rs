//! [`State`]: what a fetch keeps from one callback to the next.

use common::Decoder;
use common::fetch::resolve::Lookup;
use mio::Token;
use mio::net::TcpStream;

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
