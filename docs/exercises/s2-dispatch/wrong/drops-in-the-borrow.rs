//! A removed callback is dropped when the borrow has ended.
//!
//! Temporary values of a statement are dropped in reverse: first the callback, then the borrow. What the
//! callback owns may use the reactor when it is dropped.
//!
//! Dies: parts::tokens::a_removed_callback_may_use_the_reactor_when_it_is_dropped
//! Says: while the map is borrowed

impl Reactor {
    pub fn remove(&self, token: Token) {
        self.callbacks.borrow_mut().remove(&token);
    }
}
