//! A loop that is stopped ends after the turn.
//!
//! `stop` promises more: `run` returns after the callback that is running.
//!
//! Dies: parts::tokens::no_callback_is_called_after_the_loop_is_stopped
//! Says: had stopped the loop

impl Reactor {
    pub fn dispatch(&self, token: Token) {
        let callback = self.callbacks.borrow().get(&token).cloned();
        if let Some(callback) = callback {
            callback();
        }
    }
}
