//! All workers are there once the roots are put.
//!
//! A worker is started for each link, too, up to `max_tasks`. Those that are started later would not be joined.
//!
//! Dies: parts::threads_end::a_worker_that_is_started_late_has_ended_too
//! Says: take the handles when no worker can be started any more

impl<F> Shared<F>
where
    F: Fn(&Target, &Arc<Services>) -> Result<Response, FetchError> + Send + Sync + 'static,
{
    fn shut_down(&self) {
        let workers = mem::take(&mut *lock(&self.workers));
        self.queue.join();
        self.queue.close();
        if !self.services.interrupt.is_triggered() {
            workers.into_iter().for_each(|worker| drop(worker.join()));
        }
    }
}
