//! A worker is started for a target, and ends with it.
//!
//! `put` starts `max_tasks` workers and no more. Each of them must come back for the next target.
//!
//! Dies: threads::every_link_of_every_page_is_fetched
//! Says: no worker is going to call `task_done` for it

impl<F> Shared<F>
where
    F: Fn(&Target, &Arc<Options>) -> Result<Response, FetchError> + Send + Sync + 'static,
{
    fn work(self: &Arc<Self>) {
        if let Some(target) = self.queue.get() {
            let _done = TaskDone(&self.queue);
            let outcome = self.visit(&target);
            let targets = self.ask_frontier(|frontier| frontier.settle(target, outcome));
            let _ = self.put(targets);
        }
    }
}
