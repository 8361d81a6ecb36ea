//! `await` starts a fetch and goes on with the loop.
//!
//! `await` waits: what follows it runs when the future is ready. The next fetch begins when this one has
//! ended.
//!
//! Dies: tasks::as_many_pages_are_in_flight_as_there_are_tasks
//! Says: An await in a loop is sequential

pub async fn crawl_with<F>(options: &Options, fetch: F) -> Report
where
    F: AsyncFn(&Target) -> Result<Response, FetchError>,
{
    let mut frontier = Frontier::new(options);
    let mut targets = std::collections::VecDeque::from(frontier.roots());
    while let Some(target) = targets.pop_front() {
        let outcome = Outcome::of(&target, fetch(&target).await, options);
        targets.extend(frontier.settle(target, outcome));
    }
    frontier.into_report()
}
