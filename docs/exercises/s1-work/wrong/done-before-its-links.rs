//! A page is done when it has been fetched.
//!
//! Its links are work that it has led to. If they are put later, nothing is unfinished in between, and the
//! crawl may end.
//!
//! Dies: threads::a_page_is_done_after_its_links_are_put
//! Says: `let _ =` drops it at once

impl<F> Shared<F>
where
    F: Fn(&Target, &Arc<Services>) -> Result<Response, FetchError> + Send + Sync + 'static,
{
    fn work(self: &Arc<Self>) {
        while let Some(target) = self.queue.get() {
            let done = TaskDone(&self.queue);
            let outcome = self.visit(&target);
            drop(done);
            let targets = self.services.settle(&mut lock(&self.frontier), target, outcome);
            let _ = self.put(targets);
        }
    }
}
