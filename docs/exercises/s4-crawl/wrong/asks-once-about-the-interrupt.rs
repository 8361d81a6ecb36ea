//! The interrupt is a flag to look at before the crawl.
//!
//! The user presses Ctrl-C while the crawl runs. Only a future that is polled beside the workers notices
//! that.
//!
//! Dies: parts::tasks::an_interrupt_ends_the_crawl_while_pages_are_in_flight
//! Says: wait for `interrupted(..)`

pub async fn crawl_with<F>(services: &Services, frontier: Frontier, fetch: F) -> Report
where
    F: AsyncFn(&Target) -> Result<Response, FetchError>,
{
    let shared = Shared { services, frontier: RefCell::new(frontier), queue: Queue::default(), fetch };
    let roots = services.roots(&mut shared.frontier.borrow_mut());
    roots.into_iter().for_each(|target| shared.queue.put(target));
    let mut workers: FuturesUnordered<_> = (0..services.options.tasks()).map(|_| work(&shared)).collect();
    if !services.interrupt.is_triggered() {
        select_biased! {
            () = shared.queue.join().fuse() => {}
            never = workers.select_next_some() => match never {},
        }
    }
    drop(workers);
    shared.frontier.into_inner().finish()
}
