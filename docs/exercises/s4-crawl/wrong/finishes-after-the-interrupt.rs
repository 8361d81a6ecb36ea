//! After an interrupt, what was begun is finished first.
//!
//! A page may take long, and each may lead to others: this crawl goes on to its end. The report counts them
//! as unfinished.
//!
//! Dies: tasks::a_crawl_that_is_interrupted_before_its_start_fetches_nothing
//! Says: leave the pages unfinished

pub async fn crawl_with<F>(services: &Services, frontier: Frontier, fetch: F) -> Report
where
    F: AsyncFn(&Target) -> Result<Response, FetchError>,
{
    let shared = Shared { services, frontier: RefCell::new(frontier), queue: Queue::default(), fetch };
    let roots = services.roots(&mut shared.frontier.borrow_mut());
    roots.into_iter().for_each(|target| shared.queue.put(target));
    let mut workers: FuturesUnordered<_> = (0..services.options.tasks()).map(|_| work(&shared)).collect();
    let is_interrupted = select_biased! {
        () = interrupted(&services.interrupt).fuse() => true,
        () = shared.queue.join().fuse() => false,
        never = workers.select_next_some() => match never {},
    };
    if is_interrupted {
        select_biased! {
            () = shared.queue.join().fuse() => {}
            never = workers.select_next_some() => match never {},
        }
    }
    drop(workers);
    shared.frontier.into_inner().finish()
}
