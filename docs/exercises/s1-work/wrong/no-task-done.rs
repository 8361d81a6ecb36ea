//! A worker is done with a target when it takes the next one.
//!
//! The queue only counts: an item is unfinished until its `task_done`. Without that call, `join` waits for ever.
//!
//! Dies: parts::threads::a_page_is_done_after_its_links_are_put
//! Says: does each way out of the work call `task_done`?

impl<F> Shared<F>
where
    F: Fn(&Target, &Arc<Services>) -> Result<Response, FetchError> + Send + Sync + 'static,
{
    fn work(self: &Arc<Self>) {
        while let Some(target) = self.queue.get() {
            let outcome = self.visit(&target);
            let targets = self.services.settle(&mut lock(&self.frontier), target, outcome);
            let _ = self.put(targets);
        }
    }
}
