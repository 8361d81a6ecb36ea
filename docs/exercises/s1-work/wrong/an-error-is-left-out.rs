//! A fetch that failed leads to nothing, so go on with the next target.
//!
//! The target was taken from the queue, and counts as unfinished. `continue` is a way out, too.
//!
//! Dies: threads::a_fetch_that_fails_has_an_outcome
//! Says: does each way out of the work call `task_done`?

impl<F> Shared<F>
where
    F: Fn(&Target, &Arc<Services>) -> Result<Response, FetchError> + Send + Sync + 'static,
{
    fn work(self: &Arc<Self>) {
        while let Some(target) = self.queue.get() {
            let Ok(response) = (self.fetch)(&target, &self.services) else { continue };
            let outcome = self.services.outcome(&target, Ok(response));
            let targets = self.services.settle(&mut lock(&self.frontier), target, outcome);
            let _ = self.put(targets);
            self.queue.task_done();
        }
    }
}
