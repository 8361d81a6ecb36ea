//! More workers than targets are a waste.
//!
//! There may be one root, and a thousand links on it. An idle worker costs nothing but its future.
//!
//! Dies: parts::tasks::a_page_in_flight_may_have_links_for_all_tasks
//! Says: the tasks that were idle must fetch them

pub async fn crawl_with<F>(services: &Services, frontier: Frontier, fetch: F) -> Report
where
    F: AsyncFn(&Target) -> Result<Response, FetchError>,
{
    let shared = Shared { services, frontier: RefCell::new(frontier), queue: Queue::default(), fetch };
    let roots = services.roots(&mut shared.frontier.borrow_mut());
    let tasks = services.options.tasks().min(roots.len());
    roots.into_iter().for_each(|target| shared.queue.put(target));
    let mut workers: FuturesUnordered<_> = (0..tasks).map(|_| work(&shared)).collect();
    select_biased! {
        () = interrupted(&services.interrupt).fuse() => {}
        () = shared.queue.join().fuse() => {}
        never = workers.select_next_some() => match never {},
    }
    drop(workers);
    shared.frontier.into_inner().finish()
}
