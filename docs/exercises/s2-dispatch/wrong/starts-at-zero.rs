//! Numbers begin with zero.
//!
//! Zero is `WAKER`, the token of mio's `Waker`. An event for it is a message of another thread, and the
//! callback with that token is never called.
//!
//! Dies: parts::tokens::the_first_token_is_not_that_of_the_waker
//! Says: the token of mio's `Waker`

impl Reactor {
    pub fn add(&self, callback: impl Fn() + 'static) -> Token {
        let token = Token(self.last_key.get());
        self.last_key.set(self.last_key.get() + 1);
        self.callbacks.borrow_mut().insert(token, Rc::new(callback));
        token
    }
}
