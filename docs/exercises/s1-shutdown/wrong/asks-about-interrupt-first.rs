//! Whether the crawl was interrupted is asked at the start.
//!
//! Most of the time passes in `Queue::join`, and the interrupt comes during that. Ask when it has returned.
//!
//! Dies: threads_end::an_interrupted_crawl_waits_for_no_fetch
//! Says: after `Queue::join` has returned

impl<F> Shared<F>
where
    F: Fn(&Target, &Arc<Services>) -> Result<Response, FetchError> + Send + Sync + 'static,
{
    fn shut_down(&self) {
        if self.services.interrupt.is_triggered() {
            return;
        }
        self.queue.join();
        self.queue.close();
        let workers = mem::take(&mut *lock(&self.workers));
        workers.into_iter().for_each(|worker| drop(worker.join()));
    }
}
