//! To end the workers, it is enough to close the queue.
//!
//! A closed queue returns no item, even if it has some. First wait until every target is done.
//!
//! Dies: parts::threads_end::every_page_is_fetched_before_the_queue_is_closed
//! Says: pages are lost

impl<F> Shared<F>
where
    F: Fn(&Target, &Arc<Services>) -> Result<Response, FetchError> + Send + Sync + 'static,
{
    fn shut_down(&self) {
        self.queue.close();
        if !self.services.interrupt.is_triggered() {
            let workers = mem::take(&mut *lock(&self.workers));
            workers.into_iter().for_each(|worker| drop(worker.join()));
        }
    }
}
