//! A callback is called for one event.
//!
//! A source stays registered, and has more events.
//!
//! Dies: parts::tokens::a_callback_is_called_at_each_event
//! Says: stays registered

impl Reactor {
    pub fn dispatch(&self, token: Token) {
        let callback = self.callbacks.borrow_mut().remove(&token);
        if let (Some(callback), false) = (callback, self.stopped.get()) {
            callback();
        }
    }
}
