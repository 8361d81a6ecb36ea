//! `select!` looks at its first arm first.
//!
//! It polls its arms in a random order, to be fair. So the workers may begin fetches before the interrupt is
//! looked at.
//!
//! Dies: tasks::a_crawl_that_is_interrupted_before_its_start_fetches_nothing
//! Says: fetches have begun after the interrupt

pub async fn crawl_with<F>(options: &Options, fetch: F) -> Report
where
    F: AsyncFn(&Target) -> Result<Response, FetchError>,
{
    let frontier = RefCell::new(Frontier::new(options));
    let shared = Shared { options, frontier, queue: Queue::default(), fetch };
    let roots = shared.frontier.borrow_mut().roots();
    roots.into_iter().for_each(|target| shared.queue.put(target));
    let mut workers: FuturesUnordered<_> = (0..options.tasks()).map(|_| work(&shared)).collect();
    futures::select! {
        () = interrupted(&options.services.interrupt).fuse() => {}
        () = shared.queue.join().fuse() => {}
        never = workers.select_next_some() => match never {},
    }
    drop(workers);
    shared.frontier.into_inner().into_report()
}
