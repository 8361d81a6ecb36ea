//! [`Remote`]: how other threads have something called in the loop.

use std::mem;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use mio::{Token, Waker};

/// Has a callback called by the loop, from any thread.
#[derive(Clone)]
pub struct Remote {
    token: Token,
    mailbox: Arc<Mailbox>,
}

impl Remote {
    pub(crate) fn new(token: Token, mailbox: &Arc<Mailbox>) -> Remote {
        Remote { token, mailbox: Arc::clone(mailbox) }
    }

    /// Has the callback called, soon and on the loop's thread.
    pub fn wake(&self) {
        self.mailbox.lock().push(self.token);
        // It fails if the loop has no selector any more; then there is nobody to be woken.
        let _ = self.mailbox.waker.wake();
    }
}

/// Tokens from other threads, and the waker that ends the selector's wait for them.
pub(crate) struct Mailbox {
    tokens: Mutex<Vec<Token>>,
    waker: Waker,
}

impl Mailbox {
    pub(crate) fn new(waker: Waker) -> Mailbox {
        Mailbox { tokens: Mutex::default(), waker }
    }

    pub(crate) fn take(&self) -> Vec<Token> {
        mem::take(&mut self.lock())
    }

    fn lock(&self) -> MutexGuard<'_, Vec<Token>> {
        self.tokens.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
