//! Awaiting each of five workers runs five workers.
//!
//! The first worker never ends, so the second is never polled.
//!
//! Dies: tasks::as_many_pages_are_in_flight_as_there_are_tasks
//! Says: An await in a loop is sequential

pub async fn crawl_with<F>(options: &Options, fetch: F) -> Report
where
    F: AsyncFn(&Target) -> Result<Response, FetchError>,
{
    let frontier = RefCell::new(Frontier::new(options));
    let shared = Shared { options, frontier, queue: Queue::default(), fetch };
    let roots = shared.frontier.borrow_mut().roots();
    roots.into_iter().for_each(|target| shared.queue.put(target));
    let workers = async {
        for _ in 0..options.tasks() {
            work(&shared).await;
        }
    };
    select_biased! {
        () = interrupted(&options.services.interrupt).fuse() => {}
        () = shared.queue.join().fuse() => {}
        () = workers.fuse() => {}
    }
    shared.frontier.into_inner().into_report()
}
