//! Five at a time means a batch of five, and then the next batch.
//!
//! A batch ends with its slowest page. Until then, the other four tasks have nothing to do.
//!
//! Dies: parts::tasks::as_many_pages_are_in_flight_as_there_are_tasks
//! Says: does not wait for the others

pub async fn crawl_with<F>(services: &Services, frontier: Frontier, fetch: F) -> Report
where
    F: AsyncFn(&Target) -> Result<Response, FetchError>,
{
    let mut frontier = frontier;
    let mut targets = services.roots(&mut frontier);
    while !targets.is_empty() {
        let rest = targets.split_off(targets.len().min(services.options.tasks()));
        let fetched = futures::future::join_all(targets.iter().map(|target| fetch(target))).await;
        for (target, fetched) in std::mem::replace(&mut targets, rest).into_iter().zip(fetched) {
            let outcome = services.outcome(&target, fetched);
            targets.extend(services.settle(&mut frontier, target, outcome));
        }
    }
    frontier.finish()
}
