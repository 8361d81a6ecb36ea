//! `try_send` never waits, so there is no deadlock.
//!
//! Without a place, it returns the target in its error. Dropped with the error, the target is open for ever.
//!
//! Dies: parts::pressure::a_place_is_filled_as_soon_as_it_is_free
//! Says: without a place returns its target in the error

impl Owner {
    pub async fn work(&mut self, queue: &Sender<Target>, outcomes: &mut Receiver<(Target, Outcome)>) {
        while self.open > 0 {
            while let Some(target) = self.found.pop_front() {
                let _ = queue.try_send(target);
            }
            if let Some((target, outcome)) = outcomes.recv().await {
                self.settle(target, outcome);
            }
        }
    }
}
