//! A crawl that is interrupted is dropped, so it need not listen.
//!
//! The caller wants the report of what is done, and a future that is dropped returns nothing.
//!
//! Dies: tasks::a_crawl_that_is_interrupted_before_its_start_fetches_nothing
//! Says: the crawl was interrupted and does not end

pub async fn crawl_with<F>(services: &Services, frontier: Frontier, fetch: F) -> Report
where
    F: AsyncFn(&Target) -> Result<Response, FetchError>,
{
    let shared = Shared { services, frontier: RefCell::new(frontier), queue: Queue::default(), fetch };
    let roots = services.roots(&mut shared.frontier.borrow_mut());
    roots.into_iter().for_each(|target| shared.queue.put(target));
    let mut workers: FuturesUnordered<_> = (0..services.options.tasks()).map(|_| work(&shared)).collect();
    select_biased! {
        () = shared.queue.join().fuse() => {}
        never = workers.select_next_some() => match never {},
    }
    drop(workers);
    shared.frontier.into_inner().finish()
}
