//! A task may wait for the place, and the owner goes on.
//!
//! Tasks are cheap, and there is no limit to them. That is the channel without a bound again, one level higher.
//!
//! Dies: parts::pressure::an_outcome_is_taken_while_the_queue_is_full
//! Says: a queue without a bound

impl Owner {
    pub async fn work(&mut self, queue: &Sender<Target>, outcomes: &mut Receiver<(Target, Outcome)>) {
        while self.open > 0 {
            for target in self.found.drain(..) {
                let queue = queue.clone();
                tokio::spawn(async move { queue.send(target).await });
            }
            if let Some((target, outcome)) = outcomes.recv().await {
                self.settle(target, outcome);
            }
        }
    }
}
