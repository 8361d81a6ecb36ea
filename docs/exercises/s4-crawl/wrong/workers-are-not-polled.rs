//! A worker runs as soon as it is made.
//!
//! A thread or a task runs when it is made. A future does nothing until it is polled, and `join` polls no
//! worker.
//!
//! Dies: tasks::as_many_pages_are_in_flight_as_there_are_tasks
//! Says: a future does nothing until it is polled

pub async fn crawl_with<F>(options: &Options, fetch: F) -> Report
where
    F: AsyncFn(&Target) -> Result<Response, FetchError>,
{
    let frontier = RefCell::new(Frontier::new(options));
    let shared = Shared { options, frontier, queue: Queue::default(), fetch };
    let roots = shared.frontier.borrow_mut().roots();
    roots.into_iter().for_each(|target| shared.queue.put(target));
    let workers: Vec<_> = (0..options.tasks()).map(|_| work(&shared)).collect();
    select_biased! {
        () = interrupted(&options.services.interrupt).fuse() => {}
        () = shared.queue.join().fuse() => {}
    }
    drop(workers);
    shared.frontier.into_inner().into_report()
}
