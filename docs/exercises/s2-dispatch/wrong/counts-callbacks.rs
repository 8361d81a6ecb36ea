//! The number of callbacks is a number for the next one.
//!
//! After a callback has been removed, it is the number of another one, which is replaced.
//!
//! Dies: tokens::no_token_is_used_twice
//! Says: never give a token again

impl Reactor {
    pub fn add(&self, callback: impl Fn() + 'static) -> Token {
        let mut callbacks = self.callbacks.borrow_mut();
        let token = Token(callbacks.len() + 1);
        callbacks.insert(token, Rc::new(callback));
        token
    }
}
