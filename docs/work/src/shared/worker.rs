//! [`Worker`]: what a worker does with the jobs that it has taken.

use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use std::time::{Duration, Instant};

use common::extra::resume::line::read;
use common::{Attempt, Cause, FetchError, Phase, Response, Services, Target};
use futures::FutureExt;
use tokio::task::JoinSet;
use tokio::time::{MissedTickBehavior, interval, sleep_until};
use tokio_util::sync::CancellationToken;
use tracing::{Instrument, info_span};

use super::fault::Fault;
use super::job::{Came, Job, LINKS, Task, text_of};
use super::leases::Lease;
use super::queue::{Pause, Store};
use super::robots::Robots;
use crate::fetch::{Elapsed, fetch_once, timeout_with_last_look};
use crate::pages::Pages;
use crate::stream::Tls;

/// What the tasks of this worker share.
#[derive(Clone)]
pub struct Worker {
    pub services: Arc<Services>,
    /// What makes connections secure.
    pub tls: Tls,
    pub store: Store,
    pub robots: Robots,
    pub pages: Pages,
    /// How often a page is handed out whose workers die.
    pub handouts: u32,
    /// Cancelled when no more jobs are to be taken.
    pub stop: CancellationToken,
    /// Cancelled when the jobs in flight are to be given back.
    pub end: CancellationToken,
}

/// How a fetch has ended.
enum Fetched {
    /// With its result.
    Now(Result<Response, FetchError>),
    /// Its host asks for a pause. Then comes the try of this number.
    Later(Duration, u32),
}

impl Worker {
    /// Takes jobs, and works on them, until none is open. After `stop`, it takes no more, and works on those that it has.
    ///
    /// # Errors
    /// If a task fails: with the first error.
    pub async fn work(&self) -> Result<(), Fault> {
        let mut tasks = JoinSet::new();
        loop {
            let mut places = tokio::select! {
                biased;
                () = self.stop.cancelled() => break,
                Some(ended) = tasks.join_next() => {
                    joined(ended)?;
                    continue;
                }
                places = self.store.leases.reserve() => places,
            };
            // Nothing cancels this call: Redis might have handed out jobs that this worker would not know of.
            let Some(jobs) = self.store.take(places.num_permits()).await? else {
                // What is still in flight here, another worker has settled.
                self.end.cancel();
                break;
            };
            for job in jobs {
                let place = places.split(1).expect("no more jobs are taken than places were reserved");
                let lease = self.store.leases.hold(&job.text, place);
                let is_alone = job.is_alone;
                tasks.spawn(self.clone().settle_or_give_back(job, lease));
                if is_alone && let Some(ended) = tasks.join_next().await {
                    joined(ended)?;
                }
            }
        }
        while let Some(ended) = tasks.join_next().await {
            joined(ended)?;
        }
        Ok(())
    }

    /// Renews the leases: three times in the time that they last.
    ///
    /// # Errors
    /// If Redis refuses, or has lost the crawl.
    pub async fn renew(&self) -> Result<(), Fault> {
        let mut ticks = interval(self.store.lease / 3);
        ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            ticks.tick().await;
            self.store.renew(&self.store.leases.jobs()).await?;
        }
    }

    /// Works on a job. Gives it back if that is to end.
    async fn settle_or_give_back(self, job: Job, lease: Lease) -> Result<(), Fault> {
        tokio::select! {
            biased;
            () = self.end.cancelled() => {}
            settled = self.settle(&job) => return settled,
        }
        // A renewal would take it back.
        drop(lease);
        match self.store.give_back(&job, job.tries, Pause::None).await {
            // Its lease ends by itself.
            Err(Fault::Away) => Ok(()),
            given_back => given_back,
        }
    }

    async fn settle(&self, job: &Job) -> Result<(), Fault> {
        let (target, redirects_left) = match &job.task {
            Task::Fetch(target, redirects_left) => (target, *redirects_left),
            Task::Links(record) => return self.admit_rest(job, record).await,
        };
        self.services.progress.found(std::slice::from_ref(target));
        if !self.robots.allow(target).await? {
            return self.store.settle(job, &Came::default()).await;
        }
        let outcome = if job.handouts > self.handouts {
            self.services.outcome(target, Err(killed(target, self.handouts)))
        } else {
            let fetch = self.fetch(job, target).instrument(info_span!("fetch", url = %target.url));
            match AssertUnwindSafe(fetch).catch_unwind().await {
                Ok(Ok(Fetched::Now(fetched))) => self.pages.outcome(target, fetched, &self.services).await,
                Ok(Ok(Fetched::Later(pause, tries))) => {
                    return self.store.give_back(job, tries, Pause::Theirs(pause)).await;
                }
                Ok(Err(fault)) => return Err(fault),
                Err(panic) => self.services.panicked(target, &*panic),
            }
        };
        if self.services.interrupt.is_triggered() {
            // The interrupt may be why the fetch failed, or why links are missing.
            return self.store.give_back(job, job.tries, Pause::None).await;
        }
        let came = Came::of(target, redirects_left, &outcome, &self.services.scope);
        self.store.settle(job, &came).await
    }

    /// Fetches a job's target as [`fetch`](crate::fetch::fetch) does, but waits for no pause that its host asks for.
    async fn fetch(&self, job: &Job, target: &Target) -> Result<Fetched, Fault> {
        let mut attempt = Attempt::start(target, &self.services);
        attempt.reuse().begin_at_try(job.tries);
        loop {
            sleep_until(attempt.starts_at().into()).await;
            if job.has_turn {
                self.store.turn(job).await?;
                attempt.reuse().put_off(Instant::now());
            }
            let fetched =
                timeout_with_last_look(attempt.deadline(), fetch_once(&mut attempt, &self.tls)).await;
            let error = match fetched.unwrap_or_else(|Elapsed| Err(attempt.timed_out())) {
                Ok(response) => return Ok(Fetched::Now(Ok(attempt.finish(response)))),
                Err(error) => error,
            };
            let asks_again = matches!(error.cause, Cause::Again(_));
            if let Err(error) = attempt.again(error) {
                return Ok(Fetched::Now(Err(error)));
            }
            let pause = attempt.starts_at().saturating_duration_since(Instant::now());
            if asks_again && !pause.is_zero() {
                return Ok(Fetched::Later(pause, attempt.reuse().tries()));
            }
        }
    }

    /// Puts the links of a page into the queue that had no place in the call that settled it. All of them may be put again:
    /// those that are not new change nothing.
    async fn admit_rest(&self, job: &Job, record: &str) -> Result<(), Fault> {
        let line = self.store.record(record).await?;
        let damaged = |error| Fault::Damaged(format!("a record that is none: {error}"));
        let (_, outcome) = read(&line).map_err(damaged)?;
        let links: Vec<_> = outcome.links().iter().map(|link| text_of(link, &self.services.scope)).collect();
        for links in links.chunks(LINKS).skip(1) {
            self.store.admit(links).await?;
        }
        self.store.settle(job, &Came::default()).await
    }
}

/// Returns what a task has come to. A panic goes on in this task.
fn joined(ended: Result<Result<(), Fault>, tokio::task::JoinError>) -> Result<(), Fault> {
    match ended.map_err(tokio::task::JoinError::try_into_panic) {
        Ok(settled) => settled,
        Err(Ok(panic)) => std::panic::resume_unwind(panic),
        Err(Err(_cancelled)) => Ok(()),
    }
}

/// Makes the error of a page whose workers have died.
fn killed(target: &Target, handouts: u32) -> FetchError {
    let message = format!(
        "its workers died, or were silent for longer than their lease: it was handed out {handouts} times"
    );
    let cause = Cause::Stored { kind: "killed", message };
    FetchError::new(&target.url, Phase::Resolving, 0, Duration::ZERO, cause)
}
