//! Every thread ends soon after the queue is closed.
//!
//! A thread in a blocking call ends when the call does. Ctrl-C would wait for the slowest server.
//!
//! Dies: parts::threads_end::an_interrupted_crawl_waits_for_no_fetch
//! Says: leave the workers behind

impl<F> Shared<F>
where
    F: Fn(&Target, &Arc<Services>) -> Result<Response, FetchError> + Send + Sync + 'static,
{
    fn shut_down(&self) {
        self.queue.join();
        self.queue.close();
        let workers = mem::take(&mut *lock(&self.workers));
        workers.into_iter().for_each(|worker| drop(worker.join()));
    }
}
