//! Targets are found by outcomes, so that is when they are put.
//!
//! The roots are found by none. And a place that becomes free in between stays empty.
//!
//! Dies: pressure::a_place_is_filled_as_soon_as_it_is_free
//! Says: no page is fetched: so no outcome comes

impl Owner {
    pub async fn work(&mut self, queue: &Sender<Target>, outcomes: &mut Receiver<(Target, Outcome)>) {
        while self.open > 0 {
            let Some((target, outcome)) = outcomes.recv().await else { return };
            self.settle(target, outcome);
            while let Some(target) = self.found.pop_front() {
                if let Err(full) = queue.try_send(target) {
                    self.found.push_front(full.into_inner());
                    break;
                }
            }
        }
    }
}
