//! What is removed was there.
//!
//! A callback may be removed twice: by the fetch that has ended, and by itself. The second time, there is
//! nothing to do.
//!
//! Dies: tokens::a_token_without_a_callback_is_ignored
//! Says: and `remove` panics: it must do nothing

impl Reactor {
    pub fn remove(&self, token: Token) {
        let callback = self.callbacks.borrow_mut().remove(&token);
        drop(callback.expect("a callback is removed once"));
    }
}
