//! The crawl is done when nothing is left to put.
//!
//! The pages that workers still have may lead to others.
//!
//! Dies: parts::pressure::an_empty_queue_is_not_a_finished_crawl
//! Says: Count what is `open`

impl Owner {
    pub async fn work(&mut self, queue: &Sender<Target>, outcomes: &mut Receiver<(Target, Outcome)>) {
        while !self.found.is_empty() || queue.capacity() < queue.max_capacity() {
            tokio::select! {
                Some((target, outcome)) = outcomes.recv() => self.settle(target, outcome),
                Ok(place) = queue.reserve(), if !self.found.is_empty() => {
                    place.send(self.found.pop_front().expect("it is not empty"));
                }
            }
        }
    }
}
