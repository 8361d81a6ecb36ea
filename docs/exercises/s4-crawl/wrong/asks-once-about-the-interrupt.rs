//! The interrupt is a flag to look at before the crawl.
//!
//! The user presses Ctrl-C while the crawl runs. Only a future that is polled beside the workers notices
//! that.
//!
//! Dies: tasks::an_interrupt_ends_the_crawl_while_pages_are_in_flight
//! Says: wait for `interrupted(..)`

pub async fn crawl_with<F>(options: &Options, fetch: F) -> Report
where
    F: AsyncFn(&Target) -> Result<Response, FetchError>,
{
    let frontier = RefCell::new(Frontier::new(options));
    let shared = Shared { options, frontier, queue: Queue::default(), fetch };
    let roots = shared.frontier.borrow_mut().roots();
    roots.into_iter().for_each(|target| shared.queue.put(target));
    let mut workers: FuturesUnordered<_> = (0..options.tasks()).map(|_| work(&shared)).collect();
    if !options.services.interrupt.is_triggered() {
        select_biased! {
            () = shared.queue.join().fuse() => {}
            never = workers.select_next_some() => match never {},
        }
    }
    drop(workers);
    shared.frontier.into_inner().into_report()
}
