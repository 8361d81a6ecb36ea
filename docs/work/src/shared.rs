//! One crawl on many machines: the queue, what was seen, and the report are in Redis. Each worker runs the same command.
//!
//! - `queue`: the jobs, taken and settled; `scripts` and the files beside it are what Redis does in one step
//! - `store`: the connections to Redis, which may be away for a while
//! - `leases`: the jobs that this worker has, and keeps by renewing them
//! - `turns`: the turns of a host; `robots`: what a robots.txt allows
//! - `report`: the report, from the records that all workers have left

mod leases;
mod queue;
mod report;
mod robots;
mod scripts;
mod store;
mod turns;

use std::future::pending;
use std::io;
use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use std::time::Duration;

use common::{Report, Services};
use futures::FutureExt;
use tokio::sync::mpsc::{Receiver, channel};
use tokio::time::{MissedTickBehavior, interval, timeout};
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;
use tracing::{Instrument, info_span};

use crate::drain::{end_after_drain, interrupted, say_ending};
use crate::pages::Pages;
use crate::stream::Tls;
use leases::{Lease, Leases};
use queue::Job;
use robots::Robots;
use turns::Turns;

pub use store::{Place, Store};

/// How long a worker that ends waits for Redis.
const LAST_WORDS: Duration = Duration::from_secs(2);

/// Joins the crawl at `place`, or begins it. Returns the report of all workers when no job is open, or what there is of it at
/// an interrupt, which gives the fetches in flight the time `grace` to end.
///
/// # Errors
/// If Redis is away at the start or at the end, refuses something, has forgotten the crawl, or has one of this name with other
/// options.
pub async fn crawl_shared(services: Services, place: &Place, grace: Duration) -> io::Result<Report> {
    let (services, interrupt) = end_after_drain(services, grace);
    let (failed, mut failures) = channel(1);
    let store = Store::join(place, &services.options, failed).await?;
    let worker = Worker {
        turns: Turns {
            store: store.clone(),
            delay: services.options.delay,
            tls: Tls::new(&services.options),
        },
        robots: Robots::new(&store, &services.options),
        leases: Leases::new(services.options.tasks()),
        lease: place.lease,
        pages: Pages::default(),
        stop: CancellationToken::new(),
        end: CancellationToken::new(),
        services,
        store,
    };
    let tasks = TaskTracker::new();
    let renewing = tokio::spawn(worker.clone().renew());
    let mut taking = tokio::spawn(worker.clone().take_jobs(tasks.clone()));
    let failure = tokio::select! {
        biased;
        failure = failures.recv() => failure,
        () = interrupted(&interrupt) => {
            worker.stop.cancel();
            say_ending(grace);
            // A call that takes jobs may be under way. If Redis is away, it has taken none.
            let _ = timeout(LAST_WORDS, &mut taking).await;
            tasks.close();
            if timeout(grace, tasks.wait()).await.is_err() {
                worker.services.interrupt.trigger();
            }
            None
        }
        // What is still in flight, another worker has settled.
        taken = &mut taking => taken.err().map(io::Error::other),
    };
    worker.stop.cancel();
    worker.end.cancel();
    tasks.close();
    tasks.wait().await;
    renewing.abort();
    match failure {
        Some(error) => Err(error),
        None => worker.report(failures).await,
    }
}

/// What the tasks of this worker share.
#[derive(Clone)]
struct Worker {
    services: Arc<Services>,
    store: Store,
    turns: Turns,
    robots: Robots,
    leases: Leases,
    lease: Duration,
    pages: Pages,
    /// Cancelled when no more jobs are to be taken.
    stop: CancellationToken,
    /// Cancelled when the jobs in flight are to be given back.
    end: CancellationToken,
}

impl Worker {
    /// Takes jobs, and starts a task for each, until none is open or `stop` is cancelled.
    ///
    /// Nothing cancels it while it takes: Redis might have given it jobs that it would lose.
    async fn take_jobs(self, tasks: TaskTracker) {
        loop {
            let mut places = tokio::select! {
                biased;
                () = self.stop.cancelled() => return,
                places = self.leases.reserve() => places,
            };
            let Some(jobs) = self.store.take(places.num_permits(), self.lease).await else { return };
            for job in jobs {
                let place = places.split(1).expect("no more jobs are taken than places were reserved");
                let lease = self.leases.hold(&job.id, place);
                tasks.spawn(self.clone().work(job, lease));
            }
        }
    }

    /// Works on a job. Gives it back if that is to end.
    async fn work(self, job: Job, lease: Lease) {
        self.services.progress.found(std::slice::from_ref(&job.target));
        tokio::select! {
            biased;
            () = self.end.cancelled() => {
                // A renewal would take it back.
                drop(lease);
                // If Redis is away, the lease ends by itself.
                if !self.store.is_away() {
                    let _ = timeout(LAST_WORDS, self.store.give_back(&job.id)).await;
                }
            }
            () = self.settle(&job) => {}
        }
    }

    /// Fetches a job's target, and settles it.
    async fn settle(&self, job: &Job) {
        let target = &job.target;
        if !self.robots.allow(target).await {
            return self.store.settle(job, None).await;
        }
        let fetch =
            self.turns.fetch(target, &self.services).instrument(info_span!("fetch", url = %target.url));
        let outcome = match AssertUnwindSafe(fetch).catch_unwind().await {
            Ok(fetched) => self.pages.outcome(target, fetched, &self.services).await,
            Err(panic) => self.services.panicked(target, &*panic),
        };
        if self.services.interrupt.is_triggered() {
            // The interrupt may be why the fetch failed, or why links are missing. `end` comes next.
            return pending().await;
        }
        self.robots.learn(target, &outcome, &self.turns).await;
        self.store.settle(job, Some(&outcome)).await;
    }

    /// Renews the leases, for ever: three times in the time that they last.
    async fn renew(self) {
        let mut ticks = interval(self.lease / 3);
        ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            ticks.tick().await;
            self.store.renew(&self.leases.ids()).await;
        }
    }

    /// Returns the report of all workers.
    ///
    /// # Errors
    /// If Redis does not answer, or refuses something.
    async fn report(&self, mut failures: Receiver<io::Error>) -> io::Result<Report> {
        let is_there = timeout(LAST_WORDS, self.store.renew(&[])).await;
        is_there.map_err(|_| {
            io::Error::other("Redis does not answer; the same command goes on with the crawl")
        })?;
        tokio::select! {
            biased;
            Some(error) = failures.recv() => Err(error),
            report = report::assemble(&self.store, &self.services.options) => report,
        }
    }
}
