//! [`Remote`]: how another thread makes the event loop call a callback.

use std::mem;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use mio::{Token, Waker};

/// A handle by which any thread makes the event loop call a callback.
#[derive(Clone)]
pub struct Remote {
    token: Token,
    mailbox: Arc<Mailbox>,
}

impl Remote {
    pub(crate) fn new(token: Token, mailbox: &Arc<Mailbox>) -> Remote {
        Remote { token, mailbox: Arc::clone(mailbox) }
    }

    /// Makes the event loop call the callback, on the loop's own thread.
    pub fn wake(&self) {
        self.mailbox.lock().push(self.token);
        // It fails only if the selector is broken, and then no event loop waits.
        let _ = self.mailbox.waker.wake();
    }
}

/// Tokens from other threads, and the waker that ends the selector's wait.
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
