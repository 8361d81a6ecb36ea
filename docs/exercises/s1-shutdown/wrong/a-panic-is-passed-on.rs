//! A worker that panicked makes the crawl fail.
//!
//! One page has failed, and the report of all others would be lost. The panic has been printed already.
//!
//! Dies: parts::threads_end::a_panic_of_a_worker_costs_neither_the_report_nor_the_wait_for_the_others
//! Says: the report of all other pages is worth more

impl<F> Shared<F>
where
    F: Fn(&Target, &Arc<Services>) -> Result<Response, FetchError> + Send + Sync + 'static,
{
    fn shut_down(&self) {
        self.queue.join();
        self.queue.close();
        if !self.services.interrupt.is_triggered() {
            let workers = mem::take(&mut *lock(&self.workers));
            workers.into_iter().for_each(|worker| worker.join().expect("a worker does not panic"));
        }
    }
}
