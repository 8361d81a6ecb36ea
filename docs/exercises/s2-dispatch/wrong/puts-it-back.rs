//! A callback can be taken out for its call, and put back after it.
//!
//! If it removes itself meanwhile, it comes back to life.
//!
//! Dies: parts::tokens::a_callback_may_remove_itself_and_add_another_one
//! Says: must stay removed

impl Reactor {
    pub fn dispatch(&self, token: Token) {
        let callback = self.callbacks.borrow_mut().remove(&token);
        if let (Some(callback), false) = (callback, self.stopped.get()) {
            callback();
            self.callbacks.borrow_mut().insert(token, callback);
        }
    }
}
