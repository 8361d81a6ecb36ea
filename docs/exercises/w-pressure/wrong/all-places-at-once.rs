//! Reserve as many places as there are targets, at once: that is one wait in place of many.
//!
//! `reserve_many` is ready when all of them are free. A place that is free before that stays empty, and a worker stays idle.
//!
//! Dies: parts::pressure::one_free_place_of_several_is_filled_at_once
//! Says: it waits for several places at once

impl Owner {
    pub async fn work(&mut self, queue: &Sender<Target>, outcomes: &mut Receiver<(Target, Outcome)>) {
        while self.open > 0 {
            let most = self.found.len().min(queue.max_capacity());
            tokio::select! {
                Some((target, outcome)) = outcomes.recv() => self.settle(target, outcome),
                Ok(places) = queue.reserve_many(most), if most > 0 => {
                    for place in places {
                        if let Some(target) = self.found.pop_front() {
                            place.send(target);
                        }
                    }
                }
            }
        }
    }
}
