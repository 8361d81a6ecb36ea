//! The joinable queue for the fourth time: `get`, `put`, `task_done` and `join`, in Redis.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use common::extra::robots::Rules;
use common::fetch::time::random;
use common::lock::lock;
use redis::{FromRedisValue, ScriptInvocation};
use serde_json::from_str;
use tokio::sync::watch;
use tokio::time::{sleep, timeout};
use url::Url;

use super::fault::Fault;
use super::job::{Came, Job, task};
use super::leases::Leases;
use super::link::Link;
use super::scripts::Keys;

/// The longest wait for a new job. It is also at most a quarter of a lease, because the crawl's clock needs a look now and then.
const WAIT: Duration = Duration::from_secs(1);

/// How many leases one call renews, so that it does not run for long.
const BATCH: usize = 1000;

/// What a worker has of a crawl in Redis. Its clones are the same worker. Each call fails if Redis refuses, or has lost the crawl;
/// or if Redis is away, and the worker is to end.
#[derive(Clone)]
pub struct Store {
    pub(super) link: Link,
    pub(super) keys: Arc<Keys>,
    pub(super) worker: Arc<str>,
    pub(super) lease: Duration,
    pub(super) leases: Leases,
    /// Calls in a row without a job, up to 8.
    pub(super) misses: Arc<AtomicU32>,
    /// The rules of each robots.txt that this worker has read.
    pub(super) rules: Arc<Mutex<HashMap<Url, Arc<Rules>>>>,
}

impl Store {
    /// Takes up to `most` jobs. Returns an empty `Vec` if none is ready, and `None` if none is open: an
    /// empty queue is not a finished one.
    ///
    /// Dropping this future may leave jobs without a worker until their lease is over.
    pub async fn take(&self, most: usize) -> Result<Option<Vec<Job>>, Fault> {
        // Look after this: news that comes from here on ends the wait below.
        let mut news = self.news();
        self.put_back().await?;
        let (jobs, open, turn) = self.hand_out(most).await?;
        if open == 0 {
            return Ok(None);
        }
        if jobs.is_empty() {
            let longest = WAIT.min(self.lease / 4).min(turn);
            // Late or not, the caller asks again.
            let _ = timeout(longest, news.changed()).await;
        }
        Ok(Some(jobs))
    }

    /// Returns what changes when there is something new to take, or no job is open any more.
    pub fn news(&self) -> watch::Receiver<()> {
        self.link.news()
    }

    /// Ends the wait of a [`take`](Store::take) that is under way.
    pub fn end_wait(&self) {
        self.link.inner.news.send_replace(());
    }

    /// Puts the jobs back whose worker has not renewed its lease. A worker looks for them at most eight times in a lease.
    pub async fn put_back(&self) -> Result<(), Fault> {
        if !self.leases.is_time_to_look(self.lease / 8) {
            return Ok(());
        }
        // Redis may have been away, so the own leases come first. A job whose answer was lost is not among them.
        self.renew().await?;
        self.call(&self.keys.step("put_back")).await
    }

    /// Returns up to `most` jobs whose turn has come, how many jobs are open, and the time until the next turn.
    pub async fn hand_out(&self, most: usize) -> Result<(Vec<Job>, u64, Duration), Fault> {
        let mut hand_out = self.keys.step("hand_out");
        hand_out.arg(&*self.worker).arg(most).arg(u8::from(self.leases.age().0 == 0));
        let (out, open, turn): (Vec<(String, _, _, _, _)>, _, i64) = self.call(&hand_out).await?;
        let misses = self.misses.load(Relaxed);
        self.misses.store(if out.is_empty() { 8.min(misses + 1) } else { 0 }, Relaxed);
        let jobs = out.into_iter().map(|(text, handouts, tries, has_turn, is_alone)| {
            let task = task(&text).ok_or_else(|| Fault::Damaged(format!("a job that is none: {text:?}")))?;
            Ok(Job { text, task, handouts, tries, has_turn, is_alone })
        });
        // A worker that comes in vain again and again leaves the next turns to others.
        let longer = |turn| Duration::from_millis(turn).mul_f64(1.0 + f64::from(misses) * random());
        let turn = u64::try_from(turn).map_or(Duration::MAX, longer);
        Ok((jobs.collect::<Result<_, _>>()?, open, turn))
    }

    /// Waits for the turn of the job's host.
    pub async fn turn(&self, job: &Job) -> Result<(), Fault> {
        loop {
            match self.call(self.keys.step("turn").arg(&job.text)).await? {
                0 => return Ok(()),
                wait => sleep(Duration::from_millis(wait)).await,
            }
        }
    }

    /// Settles a job. Nothing happens if no worker has it: another one was first, or its lease is over.
    pub async fn settle(&self, job: &Job, came: &Came) -> Result<(), Fault> {
        self.call(self.keys.step("settle").arg(came.to_json(job)).arg(&came.line)).await
    }

    /// Gives a job back for its `tries`th try. Leaves its host alone for `pause`; `asked` says whether the host asks for it.
    pub async fn give_back(&self, job: &Job, tries: u32, pause: Duration, asked: bool) -> Result<(), Fault> {
        let mut give_back = self.keys.step("give_back");
        give_back.arg(&*self.worker).arg(&job.text).arg(tries);
        self.call(give_back.arg(pause.as_millis() as u64).arg(u8::from(asked))).await
    }

    /// Renews the leases of all jobs. If there are any, Redis keeps the crawl for another day.
    pub async fn renew(&self) -> Result<(), Fault> {
        for jobs in self.leases.jobs().chunks(BATCH) {
            self.call::<()>(self.keys.step("renew").arg(&*self.worker).arg(jobs)).await?;
        }
        Ok(())
    }

    /// Returns whether a robots.txt allows the URL. Redis knows the rules before it hands out the page.
    pub(super) async fn allows(&self, url: &Url) -> Result<bool, Fault> {
        let Ok(robots_txt) = url.join("/robots.txt") else { return Ok(false) };
        let known = lock(&self.rules).get(&robots_txt).cloned();
        if let Some(rules) = known {
            return Ok(rules.allow(url));
        }
        let rules: String = self.call(self.keys.step("rules").arg(robots_txt.as_str())).await?;
        let rules: Arc<Rules> = from_str(&rules).map_err(|_| Fault::Damaged("broken rules".to_owned()))?;
        lock(&self.rules).insert(robots_txt, Arc::clone(&rules));
        Ok(rules.allow(url))
    }

    /// Calls a step.
    pub(super) async fn call<T: FromRedisValue>(&self, step: &ScriptInvocation<'_>) -> Result<T, Fault> {
        self.link.call(step).await
    }
}
