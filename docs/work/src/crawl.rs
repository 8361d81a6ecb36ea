//! A whole crawl: workers around two bounded channels, and one task that owns the frontier.

use std::collections::VecDeque;
use std::io;
use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use std::time::Duration;

use common::{Frontier, Options, Outcome, Report, Target};
use futures::FutureExt;
use tokio::runtime::Builder;
use tokio::sync::Mutex;
use tokio::sync::mpsc::{Receiver, Sender, channel};
use tokio::task::JoinSet;
use tokio_util::sync::CancellationToken;
use tracing::{Instrument, info_span};

use crate::drain::{drain, end_after_drain, interrupted};
use crate::fetch::fetch;
use crate::pages::Pages;

/// Crawls as `options` say, and returns the report. An interrupt ends it at once.
///
/// # Errors
/// If the runtime cannot be started.
pub fn crawl(options: &Options) -> io::Result<Report> {
    run(crawl_until(options.clone(), Duration::ZERO))
}

/// Runs a crawl on a runtime with a thread for each core.
///
/// # Errors
/// If the runtime cannot be started.
pub fn run<T>(crawl: impl Future<Output = T>) -> io::Result<T> {
    let runtime = Builder::new_multi_thread().enable_all().build()?;
    let report = runtime.block_on(crawl);
    // A computation cannot be cancelled. It is left behind.
    runtime.shutdown_background();
    Ok(report)
}

/// Crawls on tokio. At an interrupt, it takes nothing more, and gives the fetches in flight the time `grace` to end.
pub async fn crawl_until(options: Options, grace: Duration) -> Report {
    let (options, interrupt) = end_after_drain(options, grace);
    let (mut workers, queue, mut outcomes, stop) = start_workers(&options);
    let mut owner = Owner::new(&options);
    tokio::select! {
        biased;
        () = interrupted(&interrupt) => {
            stop.cancel();
            drop(queue);
            drain(&mut workers, &options.services.interrupt, grace, owner.settle_the_rest(&mut outcomes)).await;
        }
        () = owner.work(&queue, &mut outcomes) => {}
    }
    owner.frontier.into_report()
}

/// What the workers share.
#[derive(Clone)]
pub struct Shared {
    /// The options of the crawl.
    pub options: Arc<Options>,
    /// The queue of targets. One worker waits for the channel; the others wait for the lock.
    pub targets: Arc<Mutex<Receiver<Target>>>,
    /// The outcomes, on their way to the owner of the frontier.
    pub outcomes: Sender<(Target, Outcome)>,
    /// Cancelled when nothing more is to be taken.
    pub stop: CancellationToken,
    /// What computes.
    pub pages: Pages,
}

type Workers = (JoinSet<()>, Sender<Target>, Receiver<(Target, Outcome)>, CancellationToken);

/// Starts the workers. Returns the two ends of their channels: both are bounded, so neither targets nor outcomes pile up
/// where they cannot be worked on.
pub fn start_workers(options: &Arc<Options>) -> Workers {
    let (queue, targets) = channel(options.tasks());
    let (sender, outcomes) = channel(options.tasks());
    let shared = Shared {
        options: Arc::clone(options),
        targets: Arc::new(Mutex::new(targets)),
        outcomes: sender,
        stop: CancellationToken::new(),
        pages: Pages::default(),
    };
    let stop = shared.stop.clone();
    let mut workers = JoinSet::new();
    for _ in 0..options.tasks() {
        workers.spawn(work(shared.clone()));
    }
    (workers, queue, outcomes, stop)
}

/// Fetches one target after another, until there will be no more.
async fn work(shared: Shared) {
    while let Some(target) = take(&shared).await {
        let fetch = fetch(&target, &shared.options).instrument(info_span!("fetch", url = %target.url));
        // A panic in a fetch costs its page, but not the worker.
        let outcome = match AssertUnwindSafe(fetch).catch_unwind().await {
            Ok(fetched) => shared.pages.outcome(&target, fetched, &shared.options).await,
            Err(panic) => Outcome::panicked(&target, &*panic, &shared.options),
        };
        if shared.outcomes.send((target, outcome)).await.is_err() {
            return;
        }
    }
}

/// Takes the next target, or `None` at the end. Dropping this future loses no target, because it awaits nothing after the
/// one await that takes it.
pub async fn take(shared: &Shared) -> Option<Target> {
    tokio::select! {
        biased;
        () = shared.stop.cancelled() => None,
        target = async { shared.targets.lock().await.recv().await } => target,
    }
}

/// The one task that has the frontier, so the frontier needs no lock.
#[derive(Debug)]
pub struct Owner {
    frontier: Frontier,
    /// The targets that are found, and have no place in the queue yet.
    found: VecDeque<Target>,
    /// How many targets were found and not settled.
    open: usize,
}

impl Owner {
    /// Makes the owner of a new frontier, which has found the roots.
    pub fn new(options: &Options) -> Owner {
        let mut frontier = Frontier::new(options);
        let found = VecDeque::from(frontier.roots());
        Owner { open: found.len(), frontier, found }
    }

    /// Puts targets and settles outcomes until none is open: an empty queue is not a finished one.
    ///
    /// It never waits for one channel alone. The workers may all wait with an outcome while the queue is full.
    pub async fn work(&mut self, queue: &Sender<Target>, outcomes: &mut Receiver<(Target, Outcome)>) {
        while self.open > 0 {
            tokio::select! {
                Some((target, outcome)) = outcomes.recv() => self.settle(target, outcome),
                Ok(place) = queue.reserve(), if !self.found.is_empty() => {
                    place.send(self.found.pop_front().expect("it is not empty, and nothing else takes from it"));
                }
            }
        }
    }

    /// Settles what still comes, until the last worker has ended.
    async fn settle_the_rest(&mut self, outcomes: &mut Receiver<(Target, Outcome)>) {
        while let Some((target, outcome)) = outcomes.recv().await {
            self.settle(target, outcome);
        }
    }

    fn settle(&mut self, target: Target, outcome: Outcome) {
        let new = self.frontier.settle(target, outcome);
        self.open = self.open + new.len() - 1;
        self.found.extend(new);
    }
}
