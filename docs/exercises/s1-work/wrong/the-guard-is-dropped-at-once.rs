//! `let _ =` keeps a value that is not used.
//!
//! `_` binds nothing: the guard is dropped at once, and the target is done before its fetch. `_done` is a
//! name.
//!
//! Dies: parts::threads::a_page_is_done_after_its_links_are_put
//! Says: `let _ =` drops it at once

impl<F> Shared<F>
where
    F: Fn(&Target, &Arc<Services>) -> Result<Response, FetchError> + Send + Sync + 'static,
{
    fn work(self: &Arc<Self>) {
        while let Some(target) = self.queue.get() {
            let _ = TaskDone(&self.queue);
            let outcome = self.visit(&target);
            let targets = self.services.settle(&mut lock(&self.frontier), target, outcome);
            let _ = self.put(targets);
        }
    }
}
