//! A worker that panicked makes the crawl fail.
//!
//! One page has failed, and the report of all others would be lost. The panic has been printed already.
//!
//! Dies: threads::a_target_is_done_even_if_its_worker_panics
//! Says: the crawl hangs or has panicked

impl<F> Shared<F>
where
    F: Fn(&Target, &Arc<Options>) -> Result<Response, FetchError> + Send + Sync + 'static,
{
    fn shut_down(&self) {
        self.queue.join();
        self.queue.close();
        if !self.options.interrupt.is_triggered() {
            let workers = mem::take(&mut *lock(&self.workers));
            workers.into_iter().for_each(|worker| worker.join().expect("a worker does not panic"));
        }
    }
}
