//! One lock for the whole visit is the safest.
//!
//! It lets one worker fetch at a time, and the others wait. Lock the frontier only to settle.
//!
//! Dies: parts::threads::two_pages_are_fetched_at_once
//! Says: hold no lock while you fetch

impl<F> Shared<F>
where
    F: Fn(&Target, &Arc<Services>) -> Result<Response, FetchError> + Send + Sync + 'static,
{
    fn work(self: &Arc<Self>) {
        while let Some(target) = self.queue.get() {
            let _done = TaskDone(&self.queue);
            let mut frontier = lock(&self.frontier);
            let outcome = self.visit(&target);
            let targets = self.services.settle(&mut frontier, target, outcome);
            drop(frontier);
            let _ = self.put(targets);
        }
    }
}
