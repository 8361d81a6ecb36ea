//! The callbacks may stay borrowed while one of them runs.
//!
//! A callback may add others and remove itself. Then the `RefCell` panics.
//!
//! Dies: parts::tokens::a_callback_may_remove_itself_and_add_another_one
//! Says: a borrow is held over a call

impl Reactor {
    pub fn dispatch(&self, token: Token) {
        if self.stopped.get() {
            return;
        }
        if let Some(callback) = self.callbacks.borrow().get(&token) {
            callback();
        }
    }
}
