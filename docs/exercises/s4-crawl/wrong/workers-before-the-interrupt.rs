//! The order of the arms does not matter.
//!
//! `select_biased!` polls them in their order. So the workers begin fetches before the interrupt is looked
//! at.
//!
//! Dies: tasks::a_crawl_that_is_interrupted_before_its_start_fetches_nothing
//! Says: fetches have begun after the interrupt

pub async fn crawl_with<F>(services: &Services, frontier: Frontier, fetch: F) -> Report
where
    F: AsyncFn(&Target) -> Result<Response, FetchError>,
{
    let shared = Shared { services, frontier: RefCell::new(frontier), queue: Queue::default(), fetch };
    let roots = services.roots(&mut shared.frontier.borrow_mut());
    roots.into_iter().for_each(|target| shared.queue.put(target));
    let mut workers: FuturesUnordered<_> = (0..services.options.tasks()).map(|_| work(&shared)).collect();
    select_biased! {
        never = workers.select_next_some() => match never {},
        () = interrupted(&services.interrupt).fuse() => {}
        () = shared.queue.join().fuse() => {}
    }
    drop(workers);
    shared.frontier.into_inner().finish()
}
