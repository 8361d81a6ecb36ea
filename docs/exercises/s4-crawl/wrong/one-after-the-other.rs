//! `await` starts a fetch and goes on with the loop.
//!
//! `await` waits: what follows it runs when the future is ready. The next fetch begins when this one has
//! ended.
//!
//! Dies: parts::tasks::as_many_pages_are_in_flight_as_there_are_tasks
//! Says: An await in a loop is sequential

pub async fn crawl_with<F>(services: &Services, frontier: Frontier, fetch: F) -> Report
where
    F: AsyncFn(&Target) -> Result<Response, FetchError>,
{
    let mut frontier = frontier;
    let mut targets = std::collections::VecDeque::from(services.roots(&mut frontier));
    while let Some(target) = targets.pop_front() {
        let outcome = services.outcome(&target, fetch(&target).await);
        targets.extend(services.settle(&mut frontier, target, outcome));
    }
    frontier.finish()
}
