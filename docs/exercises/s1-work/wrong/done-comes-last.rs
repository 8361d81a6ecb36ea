//! The last line of the loop is reached after every target.
//!
//! A panic leaves the loop before it. A guard is dropped on every way out, and its `drop` marks the target as
//! done.
//!
//! Dies: parts::threads::a_target_is_done_even_if_its_worker_panics
//! Says: a panic has skipped `task_done`

impl<F> Shared<F>
where
    F: Fn(&Target, &Arc<Services>) -> Result<Response, FetchError> + Send + Sync + 'static,
{
    fn work(self: &Arc<Self>) {
        while let Some(target) = self.queue.get() {
            let outcome = self.visit(&target);
            let targets = self.services.settle(&mut lock(&self.frontier), target, outcome);
            let _ = self.put(targets);
            self.queue.task_done();
        }
    }
}
