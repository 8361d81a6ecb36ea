//! `select!` looks at its first arm first.
//!
//! It polls its arms in a random order, to be fair. So the workers may begin fetches before the interrupt is
//! looked at.
//!
//! Dies: parts::tasks::a_crawl_that_is_interrupted_before_its_start_fetches_nothing
//! Says: fetches have begun after the interrupt

pub async fn crawl_with<F>(services: &Services, frontier: Frontier, fetch: F) -> Report
where
    F: AsyncFn(&Target) -> Result<Response, FetchError>,
{
    let shared = Shared { services, frontier: RefCell::new(frontier), queue: Queue::default(), fetch };
    let roots = services.roots(&mut shared.frontier.borrow_mut());
    roots.into_iter().for_each(|target| shared.queue.put(target));
    let mut workers: FuturesUnordered<_> = (0..services.options.tasks()).map(|_| work(&shared)).collect();
    futures::select! {
        () = interrupted(&services.interrupt).fuse() => {}
        () = shared.queue.join().fuse() => {}
        never = workers.select_next_some() => match never {},
    }
    drop(workers);
    shared.frontier.into_inner().finish()
}
