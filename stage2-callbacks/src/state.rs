//! [`State`]: what a fetch knows between two callbacks.

use std::io;
use std::sync::Arc;

use common::Decoder;
use common::fetch::resolve::{Addresses, InTurn, Lookup};
use mio::Token;
use mio::net::TcpStream;

use crate::reactor::{Reactor, Timer};

/// What a thread would keep on its stack from one call to the next, in one try.
#[derive(Default)]
pub(crate) struct State {
    pub(crate) deadline: Option<Timer>,
    /// The token of what is waited for: first the resolver, then the stream.
    pub(crate) token: Option<Token>,
    pub(crate) lookup: Option<Lookup>,
    pub(crate) addresses: Option<Arc<Addresses>>,
    pub(crate) untried: Option<InTurn>,
    pub(crate) refusal: Option<io::Error>,
    pub(crate) stream: Option<TcpStream>,
    pub(crate) unsent: Vec<u8>,
    pub(crate) decoder: Option<Decoder>,
}

impl State {
    /// Ends what the try waits for, its deadline included: no callback of its own is left.
    pub(crate) fn close(mut self, reactor: &Reactor) {
        self.disconnect(reactor);
        self.deadline.take().into_iter().for_each(|deadline| reactor.cancel_timer(deadline));
    }

    pub(crate) fn disconnect(&mut self, reactor: &Reactor) {
        match (self.stream.take(), self.token.take()) {
            // A stream that cannot be deregistered is closed all the same.
            (Some(mut stream), Some(token)) => drop(reactor.deregister(&mut stream, token)),
            (None, Some(token)) => reactor.remove(token),
            (_, None) => {}
        }
    }
}
