//! One thread has no use for more than 64 futures.
//!
//! The thread does not work on them, it waits for them: a thousand waits cost it little more than one.
//!
//! Dies: parts::tasks::the_options_alone_limit_the_tasks
//! Says: nothing else limits them

pub async fn crawl_with<F>(services: &Services, frontier: Frontier, fetch: F) -> Report
where
    F: AsyncFn(&Target) -> Result<Response, FetchError>,
{
    let shared = Shared { services, frontier: RefCell::new(frontier), queue: Queue::default(), fetch };
    let roots = services.roots(&mut shared.frontier.borrow_mut());
    roots.into_iter().for_each(|target| shared.queue.put(target));
    let mut workers: FuturesUnordered<_> =
        (0..services.options.tasks().min(64)).map(|_| work(&shared)).collect();
    select_biased! {
        () = interrupted(&services.interrupt).fuse() => {}
        () = shared.queue.join().fuse() => {}
        never = workers.select_next_some() => match never {},
    }
    drop(workers);
    shared.frontier.into_inner().finish()
}
