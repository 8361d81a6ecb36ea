//! The sockets of a [`Reactor`], and the callbacks for their readiness.

use std::io;
use std::rc::Rc;

use common::trace;
use mio::event::Source;
use mio::{Interest, Token};

use crate::reactor::Reactor;

impl Reactor {
    /// Registers `source`, and calls `callback` whenever it becomes ready for `interest`.
    ///
    /// The selector is edge-triggered: it reports a change only once. So a callback must go on until
    /// its source returns `WouldBlock`. No event will report what the callback leaves unread.
    ///
    /// # Errors
    /// If the selector refuses the source.
    pub fn register(
        &self,
        source: &mut impl Source,
        interest: Interest,
        callback: impl Fn() + 'static,
    ) -> io::Result<Token> {
        let token = self.add(callback);
        let registered = self.poll.borrow().registry().register(source, token, interest);
        registered.inspect_err(|_| self.remove(token)).map(|()| token)
    }

    /// Replaces the interest and the callback of a registered source.
    ///
    /// If the source is ready already, the selector reports that as a change.
    ///
    /// # Errors
    /// If the selector does not know the source.
    pub fn reregister(
        &self,
        source: &mut impl Source,
        token: Token,
        interest: Interest,
        callback: impl Fn() + 'static,
    ) -> io::Result<()> {
        let _replaced = self.callbacks.borrow_mut().insert(token, Rc::new(trace::callback(callback)));
        self.poll.borrow().registry().reregister(source, token, interest)
    }

    /// Ends the registration of a source, and drops its callback.
    ///
    /// # Errors
    /// If the selector does not know the source.
    pub fn deregister(&self, source: &mut impl Source, token: Token) -> io::Result<()> {
        self.remove(token);
        self.poll.borrow().registry().deregister(source)
    }
}
