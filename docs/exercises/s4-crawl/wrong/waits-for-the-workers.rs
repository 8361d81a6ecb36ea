//! The crawl ends when its workers end.
//!
//! A worker with nothing to do waits for more, so it never ends. Only the queue knows that nothing more can
//! come.
//!
//! Dies: parts::tasks::as_many_pages_are_in_flight_as_there_are_tasks
//! Says: every page is done, but the crawl waits on

pub async fn crawl_with<F>(services: &Services, frontier: Frontier, fetch: F) -> Report
where
    F: AsyncFn(&Target) -> Result<Response, FetchError>,
{
    let shared = Shared { services, frontier: RefCell::new(frontier), queue: Queue::default(), fetch };
    let roots = services.roots(&mut shared.frontier.borrow_mut());
    roots.into_iter().for_each(|target| shared.queue.put(target));
    let workers = futures::future::join_all((0..services.options.tasks()).map(|_| work(&shared)));
    select_biased! {
        () = interrupted(&services.interrupt).fuse() => {}
        _ = workers.fuse() => {}
    }
    shared.frontier.into_inner().finish()
}
