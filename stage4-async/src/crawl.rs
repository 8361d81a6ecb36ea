//! A whole crawl: futures around a joinable queue.

use std::cell::RefCell;
use std::convert::Infallible;
use std::io;
use std::panic::AssertUnwindSafe;
use std::sync::Arc;

use common::crawl::interrupt::Interrupt;
use common::trace;
use common::{FetchError, Frontier, Job, Report, Response, Services, Target};
use futures::channel::oneshot;
use futures::stream::FuturesUnordered;
use futures::{FutureExt, StreamExt, select_biased};
use stage3_futures::reactor::Reactor;

use crate::executor::block_on;
use crate::fetch::fetch;
use crate::queue::Queue;

/// Crawls, and returns the report.
///
/// # Errors
/// If no selector can be created, or if it fails.
pub fn crawl(job: Job) -> io::Result<Report> {
    let reactor = Reactor::new()?;
    block_on(&reactor, crawl_on(reactor.clone(), job))
}

/// Crawls on any executor whose thread turns `reactor`.
pub async fn crawl_on(reactor: Reactor, job: Job) -> Report {
    let services = Arc::new(job.services);
    let fetch = async |target: &Target| fetch(target, &services, &reactor).await;
    crawl_with(&services, job.frontier, fetch).await
}

/// Crawls with workers that call `fetch`.
///
/// Dropping the future cancels the workers, which closes every socket.
pub async fn crawl_with<F>(services: &Services, frontier: Frontier, fetch: F) -> Report
where
    F: AsyncFn(&Target) -> Result<Response, FetchError>,
{
    let shared = Shared { services, frontier: RefCell::new(frontier), queue: Queue::default(), fetch };
    let roots = services.roots(&mut shared.frontier.borrow_mut());
    roots.into_iter().for_each(|target| shared.queue.put(target));
    let mut workers: FuturesUnordered<_> =
        (0..services.options.tasks()).map(|_| trace::task("worker", work(&shared))).collect();
    select_biased! {
        () = interrupted(&services.interrupt).fuse() => {}
        () = shared.queue.join().fuse() => {}
        // This arm polls the workers, which never end.
        never = workers.select_next_some() => match never {},
    }
    // The workers borrow `shared`.
    drop(workers);
    shared.frontier.into_inner().finish()
}

/// What the workers share.
struct Shared<'a, F> {
    services: &'a Services,
    frontier: RefCell<Frontier>,
    queue: Queue<Target>,
    fetch: F,
}

/// Fetches one target after another, for ever.
async fn work<F>(shared: &Shared<'_, F>) -> Infallible
where
    F: AsyncFn(&Target) -> Result<Response, FetchError>,
{
    loop {
        let target = shared.queue.get().await;
        let _done = TaskDone(&shared.queue);
        // A panic in a fetch costs its page, but not the worker.
        let outcome = match AssertUnwindSafe((shared.fetch)(&target)).catch_unwind().await {
            Ok(fetched) => shared.services.outcome(&target, fetched),
            Err(panic) => shared.services.panicked(&target, &*panic),
        };
        let targets = shared.services.settle(&mut shared.frontier.borrow_mut(), target, outcome);
        targets.into_iter().for_each(|target| shared.queue.put(target));
    }
}

/// Marks an item as done when it is dropped, however the work on it ends.
struct TaskDone<'a>(&'a Queue<Target>);

impl Drop for TaskDone<'_> {
    fn drop(&mut self) {
        self.0.task_done();
    }
}

/// Waits until the crawl is to end early.
async fn interrupted(interrupt: &Interrupt) {
    let (sender, interrupted) = oneshot::channel();
    // Sending fails only if this future was dropped, and then nothing waits.
    let _listening = interrupt.on_trigger(move || sender.send(()).unwrap_or_default());
    // `_listening` keeps the sender alive, so this is no error.
    trace::waits_for("an interrupt", interrupted).await.unwrap_or_default();
}
