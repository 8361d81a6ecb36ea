//! A worker is started for a target, and ends with it.
//!
//! `put` starts `max_tasks` workers and no more. Each of them must come back for the next target.
//!
//! Dies: threads::a_page_is_done_after_its_links_are_put
//! Says: a target is in the queue, and no worker takes it

impl<F> Shared<F>
where
    F: Fn(&Target, &Arc<Services>) -> Result<Response, FetchError> + Send + Sync + 'static,
{
    fn work(self: &Arc<Self>) {
        if let Some(target) = self.queue.get() {
            let _done = TaskDone(&self.queue);
            let outcome = self.visit(&target);
            let targets = self.services.settle(&mut lock(&self.frontier), target, outcome);
            let _ = self.put(targets);
        }
    }
}
