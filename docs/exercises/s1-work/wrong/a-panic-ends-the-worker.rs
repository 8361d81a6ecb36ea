//! A fetch returns its errors, so there is nothing to catch.
//!
//! Code that handles a page may panic. Without `catch_unwind`, its thread ends. When the last thread has
//! ended, the targets in the queue wait for ever.
//!
//! Dies: parts::threads::a_panic_of_a_fetch_costs_its_page_and_not_its_worker
//! Says: a panic has ended the only worker

impl<F> Shared<F>
where
    F: Fn(&Target, &Arc<Services>) -> Result<Response, FetchError> + Send + Sync + 'static,
{
    fn visit(&self, target: &Target) -> Outcome {
        self.services.outcome(target, (self.fetch)(target, &self.services))
    }
}
