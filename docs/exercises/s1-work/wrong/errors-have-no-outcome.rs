//! A fetch that failed has found nothing, so there is nothing to settle.
//!
//! The report has a record for each target, with its error. Without it, the page counts as unfinished.
//!
//! Dies: parts::threads::a_fetch_that_fails_has_an_outcome
//! Says: a fetch that failed belongs in the report

impl<F> Shared<F>
where
    F: Fn(&Target, &Arc<Services>) -> Result<Response, FetchError> + Send + Sync + 'static,
{
    fn work(self: &Arc<Self>) {
        while let Some(target) = self.queue.get() {
            let _done = TaskDone(&self.queue);
            let fetched = catch_unwind(AssertUnwindSafe(|| (self.fetch)(&target, &self.services)));
            let outcome = match fetched {
                Ok(Ok(response)) => self.services.outcome(&target, Ok(response)),
                Ok(Err(_)) => continue,
                Err(panic) => self.services.panicked(&target, &*panic),
            };
            let targets = self.services.settle(&mut lock(&self.frontier), target, outcome);
            let _ = self.put(targets);
        }
    }
}
