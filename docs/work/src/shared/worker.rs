//! [`Worker`]: what a worker does with the jobs that it has taken.

use std::panic::{AssertUnwindSafe, resume_unwind};
use std::sync::Arc;
use std::time::Duration;

use common::Services;
use common::crawl::target::Kind;
use common::extra::hosts::Hosts;
use common::extra::resume::line::read;
use futures::FutureExt;
use serde_json::json;
use tokio::task::JoinSet;
use tokio::time::sleep;
use tokio_util::sync::CancellationToken;
use tracing::{Instrument, info_span};

use super::fault::Fault;
use super::job::{Came, Job, LINKS, Task, text_of};
use super::leases::Lease;
use super::queue::Store;
use crate::pages::Pages;
use crate::stream::Tls;
use crate::watch::Status;

/// The most jobs that are taken at once.
const BATCH: usize = 100;

/// What the tasks of this worker share.
#[derive(Clone)]
pub struct Worker {
    pub services: Arc<Services>,
    /// What makes connections secure.
    pub tls: Tls,
    pub store: Store,
    /// Which hosts answer.
    pub hosts: Hosts,
    pub pages: Pages,
    /// How often a page is handed out whose workers die.
    pub handouts: u32,
    /// Cancelled when no more jobs are to be taken.
    pub stop: CancellationToken,
}

impl Worker {
    /// Takes jobs, and works on them, until none is open. After `stop`, it takes no more, and works on those that it has.
    pub async fn work(&self) -> Result<(), Fault> {
        let mut tasks = JoinSet::new();
        let mut ended = self.take_jobs(&mut tasks).await;
        if ended.is_err() {
            // Other workers get the jobs in flight now.
            self.store.link.end.cancel();
        }
        while let Some(task) = tasks.join_next().await {
            ended = ended.and(task.unwrap_or_else(|error| resume_unwind(error.into_panic())));
        }
        ended
    }

    async fn take_jobs(&self, tasks: &mut JoinSet<Result<(), Fault>>) -> Result<(), Fault> {
        let most = self.services.options.tasks();
        // How many jobs may be left before more are taken: a job that waited in this worker could be worked on by another one.
        let mut left = most - 1;
        loop {
            while let Some(ended) =
                if tasks.len() > left { tasks.join_next().await } else { tasks.try_join_next() }
            {
                ended.unwrap_or_else(|error| resume_unwind(error.into_panic()))?;
            }
            if self.stop.is_cancelled() {
                return Ok(());
            }
            // Nothing cancels this call: Redis might have handed out jobs that this worker would not know of.
            let Some(jobs) = self.store.take(BATCH.min(most - tasks.len())).await? else {
                // Another worker has settled what is in flight here.
                tasks.shutdown().await;
                return Ok(());
            };
            left = if jobs.iter().any(|job| job.is_alone) { 0 } else { most - 1 };
            for job in jobs {
                let lease = self.store.leases.hold(&job.text);
                tasks.spawn(self.clone().settle_or_give_back(job, lease));
            }
        }
    }

    /// Renews the leases: three times in the time that they last.
    pub async fn renew(&self) -> Result<(), Fault> {
        loop {
            sleep(self.store.lease / 3).await;
            self.store.renew().await?;
        }
    }

    /// Returns what this worker and the crawl do.
    pub async fn status(self) -> Status {
        let (in_flight, oldest) = self.store.leases.age();
        let status = self.store.keys.step("status");
        let (done, queued, workers) = self.store.call(&status).await.unwrap_or_default();
        Status { done, in_flight, oldest, queued, workers: Some(workers) }
    }

    /// Works on a job. Gives it back if that is to end, or fails.
    async fn settle_or_give_back(self, job: Job, lease: Lease) -> Result<(), Fault> {
        let settled = tokio::select! {
            biased;
            () = self.store.link.end.cancelled() => None,
            settled = self.settle(&job) => Some(settled),
        };
        if let Some(Ok(())) = settled {
            return Ok(());
        }
        // Nothing must renew it again.
        drop(lease);
        // If that fails, its lease ends by itself.
        let _ = self.store.give_back(&job, job.tries, Duration::ZERO, false).await;
        settled.unwrap_or(Ok(()))
    }

    async fn settle(&self, job: &Job) -> Result<(), Fault> {
        let (target, redirects_left) = match &job.task {
            Task::Fetch(target, redirects_left) => (target, *redirects_left),
            Task::Links(record) => return self.admit_rest(job, record).await,
        };
        self.services.progress.found(std::slice::from_ref(target));
        let is_asked_of = self.services.options.obey_robots && target.kind == Kind::Page;
        if is_asked_of && !self.store.allows(&target.url).await? {
            return self.store.settle(job, &Came::default()).await;
        }
        let fetch = self.fetch(job, target).instrument(info_span!("fetch", url = %target.url));
        let outcome = match AssertUnwindSafe(fetch).catch_unwind().await {
            Ok(Ok(Some(fetched))) => self.pages.outcome(target, fetched, &self.services).await,
            Ok(Ok(None)) => return Ok(()),
            Ok(Err(fault)) => return Err(fault),
            Err(panic) => self.services.panicked(target, &*panic),
        };
        if self.services.interrupt.is_triggered() {
            // The interrupt may be why the fetch failed, or why links are missing.
            return self.store.give_back(job, job.tries, Duration::ZERO, false).await;
        }
        let came = Came::of(target, redirects_left, &outcome, &self.services.scope);
        self.store.settle(job, &came).await
    }

    /// Puts the links of a page into the queue, from those of the second call on. A repeat is harmless: a link that is not new
    /// changes nothing.
    async fn admit_rest(&self, job: &Job, record: &str) -> Result<(), Fault> {
        let mut page = self.store.keys.step("page");
        let (lines, _): (Vec<Vec<u8>>, String) = self.store.call(page.arg(record).arg(1)).await?;
        let damaged = || Fault::Damaged(format!("no record {record}"));
        let (_, outcome) = lines.first().and_then(|line| read(line).ok()).ok_or_else(damaged)?;
        let links: Vec<_> = outcome.links().iter().map(|link| text_of(link, &self.services.scope)).collect();
        for links in links.chunks(LINKS).skip(1) {
            self.store.call::<()>(self.store.keys.step("admit").arg(json!(links).to_string())).await?;
        }
        self.store.settle(job, &Came::default()).await
    }
}
