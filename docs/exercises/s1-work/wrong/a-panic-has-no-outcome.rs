//! A panic that is caught needs no outcome.
//!
//! Then its page is missing from the report, as if it had never been found.
//!
//! Dies: threads::a_panic_of_a_fetch_costs_its_page_and_not_its_worker
//! Says: a panic is the outcome of its page

impl<F> Shared<F>
where
    F: Fn(&Target, &Arc<Services>) -> Result<Response, FetchError> + Send + Sync + 'static,
{
    fn work(self: &Arc<Self>) {
        while let Some(target) = self.queue.get() {
            let _done = TaskDone(&self.queue);
            let _ = catch_unwind(AssertUnwindSafe(|| {
                let outcome = self.visit(&target);
                let targets = self.services.settle(&mut lock(&self.frontier), target, outcome);
                let _ = self.put(targets);
            }));
        }
    }
}

impl<F> Shared<F>
where
    F: Fn(&Target, &Arc<Services>) -> Result<Response, FetchError> + Send + Sync + 'static,
{
    fn visit(&self, target: &Target) -> Outcome {
        self.services.outcome(target, (self.fetch)(target, &self.services))
    }
}
