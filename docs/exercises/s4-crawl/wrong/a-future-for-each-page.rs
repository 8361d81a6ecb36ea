//! Futures are cheap, so each page gets its own.
//!
//! The future is cheap. Its connection is not, and the server pays for it, too.
//!
//! Dies: parts::tasks::as_many_pages_are_in_flight_as_there_are_tasks
//! Says: fetches are in flight, but max_tasks is

pub async fn crawl_with<F>(services: &Services, frontier: Frontier, fetch: F) -> Report
where
    F: AsyncFn(&Target) -> Result<Response, FetchError>,
{
    let mut frontier = frontier;
    let fetch = &fetch;
    let visit = async move |target: Target| {
        let fetched = fetch(&target).await;
        (services.outcome(&target, fetched), target)
    };
    let mut fetches: FuturesUnordered<_> = services.roots(&mut frontier).into_iter().map(visit).collect();
    while let Some((outcome, target)) = fetches.next().await {
        fetches.extend(services.settle(&mut frontier, target, outcome).into_iter().map(visit));
    }
    drop(fetches);
    frontier.finish()
}
