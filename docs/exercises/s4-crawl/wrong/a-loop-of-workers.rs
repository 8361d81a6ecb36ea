//! Awaiting each of five workers runs five workers.
//!
//! The first worker never ends, so the second is never polled.
//!
//! Dies: tasks::as_many_pages_are_in_flight_as_there_are_tasks
//! Says: An await in a loop is sequential

pub async fn crawl_with<F>(services: &Services, frontier: Frontier, fetch: F) -> Report
where
    F: AsyncFn(&Target) -> Result<Response, FetchError>,
{
    let shared = Shared { services, frontier: RefCell::new(frontier), queue: Queue::default(), fetch };
    let roots = services.roots(&mut shared.frontier.borrow_mut());
    roots.into_iter().for_each(|target| shared.queue.put(target));
    let workers = async {
        for _ in 0..services.options.tasks() {
            work(&shared).await;
        }
    };
    select_biased! {
        () = interrupted(&services.interrupt).fuse() => {}
        () = shared.queue.join().fuse() => {}
        () = workers.fuse() => {}
    }
    shared.frontier.into_inner().finish()
}
