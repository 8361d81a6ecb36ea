//! Workers end when nothing is left to do.
//!
//! They wait in `get`: an empty queue may get an item at any time. Only `close` tells them that none will
//! come.
//!
//! Dies: threads_end::every_page_is_fetched_before_the_queue_is_closed
//! Says: close the queue first

impl<F> Shared<F>
where
    F: Fn(&Target, &Arc<Services>) -> Result<Response, FetchError> + Send + Sync + 'static,
{
    fn shut_down(&self) {
        self.queue.join();
        if !self.services.interrupt.is_triggered() {
            let workers = mem::take(&mut *lock(&self.workers));
            workers.into_iter().for_each(|worker| drop(worker.join()));
        }
    }
}
