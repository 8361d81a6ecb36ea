//! `send().await` is what makes the fast side wait.
//!
//! It does. But the owner is the slow side of the other channel, and while it waits here, it takes no outcome.
//!
//! Dies: parts::pressure::an_outcome_is_taken_while_the_queue_is_full
//! Says: none of them takes a target: a deadlock

impl Owner {
    pub async fn work(&mut self, queue: &Sender<Target>, outcomes: &mut Receiver<(Target, Outcome)>) {
        while self.open > 0 {
            while let Some(target) = self.found.pop_front() {
                let _ = queue.send(target).await;
            }
            if let Some((target, outcome)) = outcomes.recv().await {
                self.settle(target, outcome);
            }
        }
    }
}
