//! I make the channel once, and await its receiver again if an item has come after the message.
//!
//! A oneshot has one message. After it, its receiver is ready at each await, so the loop blocks the thread.
//!
//! Dies: parts::queue::a_join_looks_again_when_it_is_woken
//! Says: make a new channel for each wait

impl<T> Queue<T> {
    pub async fn join(&self) {
        if self.unfinished.get() == 0 {
            return;
        }
        let (sender, mut finished) = oneshot::channel();
        self.add_joiner(sender);
        while self.unfinished.get() > 0 {
            let _ = (&mut finished).await;
        }
    }
}
