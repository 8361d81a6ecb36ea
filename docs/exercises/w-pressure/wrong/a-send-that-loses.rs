//! An arm of `select!` may be any future, such as `send`.
//!
//! The arm that loses is dropped, and its target with it.
//!
//! Dies: parts::pressure::no_target_is_lost_and_none_is_put_twice
//! Says: drops its `send`, with the target

impl Owner {
    pub async fn work(&mut self, queue: &Sender<Target>, outcomes: &mut Receiver<(Target, Outcome)>) {
        while self.open > 0 {
            let target = self.found.pop_front();
            let is_found = target.is_some();
            tokio::select! {
                biased;
                Some((target, outcome)) = outcomes.recv() => self.settle(target, outcome),
                Ok(()) = async { queue.send(target.expect("it is polled only if there is one")).await }, if is_found => {}
            }
        }
    }
}
