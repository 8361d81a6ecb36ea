//! A worker that has not ended within a second never will.
//!
//! A limit of time is too long or too short. `join` knows when a thread has ended, with all that it owned;
//! `is_finished` only knows that its function has.
//!
//! Dies: threads_end::every_worker_has_ended_when_the_crawl_returns
//! Says: `join` every worker

impl<F> Shared<F>
where
    F: Fn(&Target, &Arc<Services>) -> Result<Response, FetchError> + Send + Sync + 'static,
{
    fn shut_down(&self) {
        self.queue.join();
        self.queue.close();
        let workers = mem::take(&mut *lock(&self.workers));
        for worker in workers {
            let until = std::time::Instant::now() + std::time::Duration::from_secs(1);
            while !worker.is_finished() && std::time::Instant::now() < until {
                thread::sleep(std::time::Duration::from_millis(5));
            }
        }
    }
}
