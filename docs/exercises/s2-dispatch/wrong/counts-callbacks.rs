//! The number of callbacks is a free token.
//!
//! After one has been removed, that number is the token of another one, which is replaced.
//!
//! Dies: parts::tokens::no_token_is_used_twice
//! Says: never give a token again

impl Reactor {
    pub fn add(&self, callback: impl Fn() + 'static) -> Token {
        let mut callbacks = self.callbacks.borrow_mut();
        let token = Token(callbacks.len() + 1);
        callbacks.insert(token, Rc::new(callback));
        token
    }
}
