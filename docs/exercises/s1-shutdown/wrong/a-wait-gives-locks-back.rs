//! A wait gives locks back, so the workers may be locked from the beginning.
//!
//! `Condvar::wait` gives back the lock that it gets, and no other. A worker needs the lock of the workers to put the links of a page.
//!
//! Dies: parts::threads_end::every_page_is_fetched_before_the_queue_is_closed
//! Says: so hold it over no wait

impl<F> Shared<F>
where
    F: Fn(&Target, &Arc<Services>) -> Result<Response, FetchError> + Send + Sync + 'static,
{
    fn shut_down(&self) {
        let mut workers = lock(&self.workers);
        self.queue.join();
        self.queue.close();
        if self.services.interrupt.is_triggered() {
            return;
        }
        for worker in workers.drain(..) {
            drop(worker.join());
        }
    }
}
