//! Try both, and yield if nothing is ready.
//!
//! A task that yields is polled again at once. The thread never sleeps while pages are on their way.
//!
//! Dies: parts::pressure::an_outcome_is_taken_while_the_queue_is_full
//! Says: the owner is pending, and wakes itself

impl Owner {
    pub async fn work(&mut self, queue: &Sender<Target>, outcomes: &mut Receiver<(Target, Outcome)>) {
        while self.open > 0 {
            if let Ok((target, outcome)) = outcomes.try_recv() {
                self.settle(target, outcome);
            } else if !self.found.is_empty()
                && let Ok(place) = queue.try_reserve()
            {
                place.send(self.found.pop_front().expect("it is not empty"));
            } else {
                tokio::task::yield_now().await;
            }
        }
    }
}
