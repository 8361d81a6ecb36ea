//! Threads that are told to end need no further care.
//!
//! They end some time later. Until then they hold their stacks and whatever else they own, and nothing learns
//! of a panic.
//!
//! Dies: parts::threads_end::every_worker_has_ended_when_the_crawl_returns
//! Says: threads go on when the crawl has returned

impl<F> Shared<F>
where
    F: Fn(&Target, &Arc<Services>) -> Result<Response, FetchError> + Send + Sync + 'static,
{
    fn shut_down(&self) {
        self.queue.join();
        self.queue.close();
    }
}
