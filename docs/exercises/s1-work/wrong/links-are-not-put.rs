//! `settle` puts the new targets into the queue.
//!
//! The frontier only returns them: it knows URLs, and no queue and no threads.
//!
//! Dies: threads::a_page_is_done_after_its_links_are_put
//! Says: `self.put` the targets that `settle` returns

impl<F> Shared<F>
where
    F: Fn(&Target, &Arc<Services>) -> Result<Response, FetchError> + Send + Sync + 'static,
{
    fn work(self: &Arc<Self>) {
        while let Some(target) = self.queue.get() {
            let _done = TaskDone(&self.queue);
            let outcome = self.visit(&target);
            self.services.settle(&mut lock(&self.frontier), target, outcome);
        }
    }
}
