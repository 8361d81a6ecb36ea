//! A whole crawl: futures around a joinable queue.

use std::cell::RefCell;
use std::convert::Infallible;
use std::io;
use std::panic::AssertUnwindSafe;
use std::sync::Arc;

use common::crawl::interrupt::Interrupt;
use common::trace;
use common::{FetchError, Frontier, Options, Outcome, Report, Response, Target};
use futures::channel::oneshot;
use futures::stream::FuturesUnordered;
use futures::{FutureExt, StreamExt, select_biased};
use stage3_futures::reactor::Reactor;

use crate::executor::block_on;
use crate::fetch::fetch;
use crate::queue::Queue;

/// Crawls as `options` say, and returns the report.
///
/// # Errors
/// If no selector can be created, or if it fails.
pub fn crawl(options: &Options) -> io::Result<Report> {
    let reactor = Reactor::new()?;
    block_on(&reactor, crawl_on(reactor.clone(), options.clone()))
}

/// Crawls on any executor whose thread turns `reactor`.
pub async fn crawl_on(reactor: Reactor, options: Options) -> Report {
    let options = Arc::new(options);
    crawl_with(&options, async |target: &Target| fetch(target, &options, &reactor).await).await
}

/// Crawls with workers that call `fetch`.
///
/// Dropping the future cancels the workers, which closes every socket.
pub async fn crawl_with<F>(options: &Options, fetch: F) -> Report
where
    F: AsyncFn(&Target) -> Result<Response, FetchError>,
{
    let frontier = RefCell::new(Frontier::new(options));
    let shared = Shared { options, frontier, queue: Queue::default(), fetch };
    let roots = shared.frontier.borrow_mut().roots();
    roots.into_iter().for_each(|target| shared.queue.put(target));
    let mut workers: FuturesUnordered<_> =
        (0..options.tasks()).map(|_| trace::task("worker", work(&shared))).collect();
    select_biased! {
        () = interrupted(&options.services.interrupt).fuse() => {}
        () = shared.queue.join().fuse() => {}
        // This arm polls the workers, which never end.
        never = workers.select_next_some() => match never {},
    }
    // The workers borrow `shared`.
    drop(workers);
    shared.frontier.into_inner().into_report()
}

/// What the workers share.
struct Shared<'a, F> {
    options: &'a Options,
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
            Ok(fetched) => Outcome::of(&target, fetched, shared.options),
            Err(panic) => Outcome::panicked(&target, &*panic, shared.options),
        };
        let targets = shared.frontier.borrow_mut().settle(target, outcome);
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
    interrupted.await.unwrap_or_default();
}
