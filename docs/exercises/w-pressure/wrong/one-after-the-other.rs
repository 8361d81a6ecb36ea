//! `reserve` is what waits without taking anything.
//!
//! It takes no target, but it waits all the same, and for the queue alone.
//!
//! Dies: pressure::an_outcome_is_taken_while_the_queue_is_full
//! Says: it waits for a place in the queue alone

impl Owner {
    pub async fn work(&mut self, queue: &Sender<Target>, outcomes: &mut Receiver<(Target, Outcome)>) {
        while self.open > 0 {
            while !self.found.is_empty() {
                let place = queue.reserve().await.expect("the workers have the queue");
                place.send(self.found.pop_front().expect("it is not empty"));
                while let Ok((target, outcome)) = outcomes.try_recv() {
                    self.settle(target, outcome);
                }
            }
            if let Some((target, outcome)) = outcomes.recv().await {
                self.settle(target, outcome);
            }
        }
    }
}
