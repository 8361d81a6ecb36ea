//! Five at a time means a batch of five, and then the next batch.
//!
//! A batch ends with its slowest page. Until then, the other four tasks have nothing to do.
//!
//! Dies: tasks::as_many_pages_are_in_flight_as_there_are_tasks
//! Says: does not wait for the others

pub async fn crawl_with<F>(options: &Options, fetch: F) -> Report
where
    F: AsyncFn(&Target) -> Result<Response, FetchError>,
{
    let mut frontier = Frontier::new(options);
    let mut targets = frontier.roots();
    while !targets.is_empty() {
        let rest = targets.split_off(targets.len().min(options.tasks()));
        let fetched = futures::future::join_all(targets.iter().map(|target| fetch(target))).await;
        for (target, fetched) in std::mem::replace(&mut targets, rest).into_iter().zip(fetched) {
            let outcome = Outcome::of(&target, fetched, options);
            targets.extend(frontier.settle(target, outcome));
        }
    }
    frontier.into_report()
}
