//! After an interrupt, what was begun is finished first.
//!
//! A page may take long, and each may lead to others: this crawl goes on to its end. The report counts them
//! as unfinished.
//!
//! Dies: tasks::a_crawl_that_is_interrupted_before_its_start_fetches_nothing
//! Says: leave the pages unfinished

pub async fn crawl_with<F>(options: &Options, fetch: F) -> Report
where
    F: AsyncFn(&Target) -> Result<Response, FetchError>,
{
    let frontier = RefCell::new(Frontier::new(options));
    let shared = Shared { options, frontier, queue: Queue::default(), fetch };
    let roots = shared.frontier.borrow_mut().roots();
    roots.into_iter().for_each(|target| shared.queue.put(target));
    let mut workers: FuturesUnordered<_> = (0..options.tasks()).map(|_| work(&shared)).collect();
    let is_interrupted = select_biased! {
        () = interrupted(&options.services.interrupt).fuse() => true,
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
    shared.frontier.into_inner().into_report()
}
