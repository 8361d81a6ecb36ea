//! A worker that has found nothing new has no more to do.
//!
//! Other pages may lead to targets, for which no worker would be left. A worker ends when `get` returns `None`.
//!
//! Dies: parts::threads::every_link_of_every_page_is_fetched
//! Says: a target is in the queue, and no worker takes it

impl<F> Shared<F>
where
    F: Fn(&Target, &Arc<Services>) -> Result<Response, FetchError> + Send + Sync + 'static,
{
    fn work(self: &Arc<Self>) {
        while let Some(target) = self.queue.get() {
            let _done = TaskDone(&self.queue);
            let outcome = self.visit(&target);
            let targets = self.services.settle(&mut lock(&self.frontier), target, outcome);
            if targets.is_empty() {
                return;
            }
            let _ = self.put(targets);
        }
    }
}
