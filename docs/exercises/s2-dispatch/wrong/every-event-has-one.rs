//! For each event, there is a callback.
//!
//! An event that was under way when its source was deregistered has none.
//!
//! Dies: parts::tokens::a_token_without_a_callback_is_ignored
//! Says: and `dispatch` panics: it must do nothing

impl Reactor {
    pub fn dispatch(&self, token: Token) {
        let callback = self.callbacks.borrow().get(&token).cloned().expect("it is registered");
        if !self.stopped.get() {
            callback();
        }
    }
}
