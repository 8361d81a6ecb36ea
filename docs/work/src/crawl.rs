//! A whole crawl: workers around two bounded channels, and the future that owns the frontier.

use std::collections::VecDeque;
use std::io;
use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use std::time::Duration;

use common::{Frontier, Job, Outcome, Report, Services, Target};
use futures::FutureExt;
use tokio::sync::Mutex;
use tokio::sync::mpsc::{Receiver, Sender, WeakSender, channel};
use tokio::task::JoinSet;
use tokio::time::sleep;
use tokio_util::sync::CancellationToken;
use tracing::{Instrument, info_span};

use crate::drain::{drain, end_after_drain, interrupted, run};
use crate::fetch::{FetchResult, fetch};
use crate::health::Admission;
use crate::hosts::{Hosts, given_up};
use crate::pages::Pages;
use crate::stream::Tls;
use crate::watch::host_changed;

/// Crawls, and returns the report. An interrupt ends it at once.
///
/// # Errors
/// If the runtime cannot be started.
pub fn crawl(job: Job) -> io::Result<Report> {
    run(crawl_until(job, Hosts::default(), Duration::ZERO))
}

/// Crawls on tokio. At an interrupt, it takes nothing more, and gives the fetches in flight the time `grace` to end.
pub async fn crawl_until(job: Job, hosts: Hosts, grace: Duration) -> Report {
    let (services, interrupt) = end_after_drain(job.services, grace);
    let Workers { mut tasks, queue, mut outcomes, stop } = start_workers(&services, hosts);
    let mut owner = Owner::new(&services, job.frontier);
    tokio::select! {
        biased;
        () = interrupted(&interrupt) => {
            stop.cancel();
            drop(queue);
            drain(&mut tasks, &services.interrupt, grace, owner.settle_the_rest(&mut outcomes)).await;
        }
        () = owner.work(&queue, &mut outcomes) => {}
    }
    owner.frontier.finish()
}

/// What the workers share.
#[derive(Clone)]
pub struct Shared {
    /// What the fetches share.
    pub services: Arc<Services>,
    /// What makes their connections secure.
    pub tls: Tls,
    /// The queue of targets. A channel of tokio's has one receiver: one worker waits for it, and the others for this lock.
    pub targets: Arc<Mutex<Receiver<Target>>>,
    /// The other end of it, for targets that are put back.
    pub queue: WeakSender<Target>,
    /// The outcomes, on their way to the owner of the frontier.
    pub outcomes: Sender<(Target, Outcome)>,
    /// Cancelled when nothing more is to be taken.
    pub stop: CancellationToken,
    /// What computes.
    pub pages: Pages,
    /// Which hosts answer.
    pub hosts: Hosts,
}

/// Workers that run, and the owner's ends of their channels.
struct Workers {
    tasks: JoinSet<()>,
    queue: Sender<Target>,
    outcomes: Receiver<(Target, Outcome)>,
    stop: CancellationToken,
}

/// Starts the workers. Both channels have a place for each of them, so neither targets nor outcomes pile up there.
fn start_workers(services: &Arc<Services>, hosts: Hosts) -> Workers {
    let (queue, targets) = channel(services.options.tasks());
    let (sender, outcomes) = channel(services.options.tasks());
    let shared = Shared {
        services: Arc::clone(services),
        tls: Tls::new(&services.options),
        targets: Arc::new(Mutex::new(targets)),
        queue: queue.downgrade(),
        outcomes: sender,
        stop: CancellationToken::new(),
        pages: Pages::default(),
        hosts,
    };
    let tasks = (0..services.options.tasks()).map(|_| work(shared.clone())).collect();
    Workers { tasks, queue, outcomes, stop: shared.stop }
}

/// Fetches one target after another, until there will be no more.
async fn work(shared: Shared) {
    // A panic that is not caught below stops all workers, and so the owner: otherwise, it would wait for ever.
    let _stop = shared.stop.clone().drop_guard();
    while let Some(target) = take(&shared).await {
        let admission = shared.hosts.admit(&target);
        if let Admission::After(pause) = admission {
            tokio::spawn(put_later(shared.queue.clone(), target, pause));
            continue;
        }
        let fetch = fetch_if_admitted(admission, &target, &shared);
        let fetch = fetch.instrument(info_span!("fetch", url = %target.url));
        // A panic in a fetch costs its page, but not the worker.
        let outcome = match AssertUnwindSafe(fetch).catch_unwind().await {
            Ok(fetched) => shared.pages.outcome(&target, fetched, &shared.services).await,
            Err(panic) => shared.services.panicked(&target, &*panic),
        };
        if shared.outcomes.send((target, outcome)).await.is_err() {
            return;
        }
    }
}

async fn fetch_if_admitted(admission: Admission, target: &Target, shared: &Shared) -> FetchResult {
    if admission == Admission::Never {
        shared.services.door.fetch_starts(&target.url);
        return Err(given_up(target));
    }
    let fetched = fetch(target, &shared.services, &shared.tls).await;
    host_changed(target, shared.hosts.ended(target, fetched.as_ref().err()));
    fetched
}

/// Puts a target back after `pause`, because its host is to be left alone. That holds no worker, and it does not hold up the end.
async fn put_later(queue: WeakSender<Target>, target: Target, pause: Duration) {
    // The host may answer again before that.
    sleep(pause.min(Duration::from_secs(1))).await;
    if let Some(queue) = queue.upgrade() {
        // At the end, nothing takes it any more.
        let _ = queue.send(target).await;
    }
}

/// Takes the next target, or `None` at the end. Dropping this future loses no target.
pub async fn take(shared: &Shared) -> Option<Target> {
    // It awaits nothing after the one await that takes a target.
    tokio::select! {
        biased;
        () = shared.stop.cancelled() => None,
        target = async { shared.targets.lock().await.recv().await } => target,
    }
}

/// The only owner of the frontier, so the frontier needs no lock.
#[derive(Debug)]
pub struct Owner {
    services: Arc<Services>,
    frontier: Frontier,
    /// The targets that are found, and have no place in the queue yet.
    found: VecDeque<Target>,
    /// How many targets were found and not settled.
    open: usize,
}

impl Owner {
    /// Makes the owner of a frontier, and asks it for the first targets.
    pub fn new(services: &Arc<Services>, mut frontier: Frontier) -> Owner {
        let found = VecDeque::from(services.roots(&mut frontier));
        Owner { services: Arc::clone(services), open: found.len(), frontier, found }
    }

    /// Puts targets and settles outcomes until none is open: an empty queue is not a finished one.
    pub async fn work(&mut self, queue: &Sender<Target>, outcomes: &mut Receiver<(Target, Outcome)>) {
        // Never wait for one channel alone: the workers may all wait with an outcome while the queue is full.
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
        let new = self.services.settle(&mut self.frontier, target, outcome);
        self.open = self.open + new.len() - 1;
        self.found.extend(new);
    }
}
