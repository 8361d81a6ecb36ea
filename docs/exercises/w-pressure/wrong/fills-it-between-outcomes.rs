//! A free place can wait until the next outcome.
//!
//! While it waits, a worker may be idle. With a short queue, nearly all of them are.
//!
//! Dies: parts::pressure::a_place_is_filled_as_soon_as_it_is_free
//! Says: the other workers are idle until a page is fetched

impl Owner {
    pub async fn work(&mut self, queue: &Sender<Target>, outcomes: &mut Receiver<(Target, Outcome)>) {
        while self.open > 0 {
            while !self.found.is_empty()
                && let Ok(place) = queue.try_reserve()
            {
                place.send(self.found.pop_front().expect("it is not empty"));
            }
            if let Some((target, outcome)) = outcomes.recv().await {
                self.settle(target, outcome);
            }
        }
    }
}
