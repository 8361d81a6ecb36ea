//! The workers are there, so the targets go straight into the queue.
//!
//! Workers are started as targets are put, up to `max_tasks`. A crawl with one root has one worker so far.
//!
//! Dies: parts::threads::the_links_of_a_page_are_fetched_at_once
//! Says: `self.put` starts workers for them

impl<F> Shared<F>
where
    F: Fn(&Target, &Arc<Services>) -> Result<Response, FetchError> + Send + Sync + 'static,
{
    fn work(self: &Arc<Self>) {
        while let Some(target) = self.queue.get() {
            let _done = TaskDone(&self.queue);
            let outcome = self.visit(&target);
            let targets = self.services.settle(&mut lock(&self.frontier), target, outcome);
            targets.into_iter().for_each(|target| self.queue.put(target));
        }
    }
}
