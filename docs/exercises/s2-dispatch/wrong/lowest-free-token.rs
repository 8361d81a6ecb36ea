//! A token that is free can be given again.
//!
//! A stale event of its former owner would call the new callback.
//!
//! Dies: tokens::no_token_is_used_twice
//! Says: never give a token again

impl Reactor {
    pub fn add(&self, callback: impl Fn() + 'static) -> Token {
        let mut callbacks = self.callbacks.borrow_mut();
        let free = (1..).map(Token).find(|token| !callbacks.contains_key(token));
        let token = free.expect("there are fewer callbacks than numbers");
        callbacks.insert(token, Rc::new(callback));
        token
    }
}
