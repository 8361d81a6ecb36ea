//! A reference to what `catch_unwind` returns is the payload.
//!
//! It returns a box, and a box is an `Any`, too. So `&panic` compiles, and hides the message inside. `&*panic` is what
//! is in the box.
//!
//! Dies: parts::threads::a_panic_of_a_fetch_costs_its_page_and_not_its_worker
//! Says: pass `&*panic`

impl<F> Shared<F>
where
    F: Fn(&Target, &Arc<Services>) -> Result<Response, FetchError> + Send + Sync + 'static,
{
    fn visit(&self, target: &Target) -> Outcome {
        match catch_unwind(AssertUnwindSafe(|| (self.fetch)(target, &self.services))) {
            Ok(fetched) => self.services.outcome(target, fetched),
            Err(panic) => self.services.panicked(target, &panic),
        }
    }
}
