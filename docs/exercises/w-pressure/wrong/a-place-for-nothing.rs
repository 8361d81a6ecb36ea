//! `reserve` waits until the place is needed.
//!
//! It waits until there is a place. If there is nothing to put, it returns at once, and the loop begins anew.
//!
//! Dies: parts::pressure::an_empty_queue_is_not_a_finished_crawl
//! Says: while no target waits for the place

impl Owner {
    pub async fn work(&mut self, queue: &Sender<Target>, outcomes: &mut Receiver<(Target, Outcome)>) {
        while self.open > 0 {
            tokio::select! {
                biased;
                Some((target, outcome)) = outcomes.recv() => self.settle(target, outcome),
                Ok(place) = queue.reserve() => {
                    if let Some(target) = self.found.pop_front() {
                        place.send(target);
                    }
                }
            }
        }
    }
}
