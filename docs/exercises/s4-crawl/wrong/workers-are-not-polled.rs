//! A worker runs as soon as it is made.
//!
//! A thread or a task runs when it is made. A future does nothing until it is polled, and `join` polls no
//! worker.
//!
//! Dies: parts::tasks::as_many_pages_are_in_flight_as_there_are_tasks
//! Says: a future does nothing until it is polled

pub async fn crawl_with<F>(services: &Services, frontier: Frontier, fetch: F) -> Report
where
    F: AsyncFn(&Target) -> Result<Response, FetchError>,
{
    let shared = Shared { services, frontier: RefCell::new(frontier), queue: Queue::default(), fetch };
    let roots = services.roots(&mut shared.frontier.borrow_mut());
    roots.into_iter().for_each(|target| shared.queue.put(target));
    let workers: Vec<_> = (0..services.options.tasks()).map(|_| work(&shared)).collect();
    select_biased! {
        () = interrupted(&services.interrupt).fuse() => {}
        () = shared.queue.join().fuse() => {}
    }
    drop(workers);
    shared.frontier.into_inner().finish()
}
