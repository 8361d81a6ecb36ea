//! The joinable queue for the fourth time: `get`, `put`, `task_done` and `join`, in Redis.

use std::sync::Arc;
use std::time::Duration;

use serde_json::json;
use tokio::sync::watch;
use tokio::time::timeout;
use tokio_util::sync::CancellationToken;
use url::Url;

use super::fault::Fault;
use super::job::{Came, HandedOut, Job};
use super::leases::Leases;
use super::link::Link;
use super::scripts::{Keys, Scripts};

/// The longest wait for a new job. It is also at most a quarter of a lease, because the crawl's clock needs a look now and then.
const WAIT: Duration = Duration::from_secs(1);

/// How many leases one call renews, so that it does not run for long.
const BATCH: usize = 1000;

/// How long the host of a job is left alone that is given back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pause {
    /// Not at all.
    None,
    /// For this time, because it does not answer.
    Ours(Duration),
    /// For this time, because it asks for that.
    Theirs(Duration),
}

/// What a worker has of a crawl in Redis. Its clones are the same worker.
#[derive(Clone)]
pub struct Store {
    pub(super) link: Link,
    pub(super) keys: Arc<Keys>,
    pub(super) scripts: Arc<Scripts>,
    pub(super) worker: u64,
    pub(super) lease: Duration,
    pub(super) leases: Leases,
}

impl Store {
    /// Returns the same worker, whose calls wait until another `end`.
    pub fn until(self, end: CancellationToken) -> Store {
        Store { link: self.link.until(end), ..self }
    }

    /// Takes up to `most` jobs. Returns none if there are none at present, and `None` when no job is open: an empty queue is
    /// not a finished one.
    ///
    /// Dropping this future may leave jobs without a worker until their lease is over.
    ///
    /// # Errors
    /// If Redis refuses, has lost the crawl, or is away at the end.
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
        self.link.tell();
    }

    /// Puts the jobs back whose worker has not renewed its lease.
    ///
    /// # Errors
    /// As those of [`take`](Store::take).
    pub async fn put_back(&self) -> Result<(), Fault> {
        let mut put_back = self.keys.prepare(&self.scripts.put_back);
        self.link.call(put_back.arg(self.worker)).await
    }

    /// Returns up to `most` jobs whose turn has come, how many jobs are open, and the time until the next turn.
    ///
    /// # Errors
    /// As those of [`take`](Store::take).
    pub async fn hand_out(&self, most: usize) -> Result<(Vec<Job>, u64, Duration), Fault> {
        let mut hand_out = self.keys.prepare(&self.scripts.hand_out);
        hand_out.arg(self.worker).arg(most).arg(u8::from(self.leases.is_empty()));
        let (out, open, turn): (Vec<HandedOut>, _, i64) = self.link.call(&hand_out).await?;
        let jobs = out.into_iter().map(Job::parse).collect::<Result<_, _>>()?;
        Ok((jobs, open, u64::try_from(turn).map_or(Duration::MAX, Duration::from_millis)))
    }

    /// Waits for the turn of the job's host.
    ///
    /// # Errors
    /// As those of [`take`](Store::take).
    pub async fn turn(&self, job: &Job) -> Result<(), Fault> {
        loop {
            let mut turn = self.keys.prepare(&self.scripts.turn);
            match self.link.call(turn.arg(&job.text)).await? {
                0 => return Ok(()),
                wait => tokio::time::sleep(Duration::from_millis(wait)).await,
            }
        }
    }

    /// Settles a job. If another worker was first, nothing happens.
    ///
    /// # Errors
    /// As those of [`take`](Store::take).
    pub async fn settle(&self, job: &Job, came: &Came) -> Result<(), Fault> {
        let mut settle = self.keys.prepare(&self.scripts.settle);
        settle.arg(came.to_json(job).to_string()).arg(&came.line);
        let _is_first: bool = self.link.call(&settle).await?;
        Ok(())
    }

    /// Puts these links of a page into the queue, as far as they are new.
    ///
    /// # Errors
    /// As those of [`take`](Store::take).
    pub async fn admit(&self, links: &[String]) -> Result<(), Fault> {
        let mut admit = self.keys.prepare(&self.scripts.admit);
        self.link.call(admit.arg(json!(links).to_string())).await
    }

    /// Returns the rules in a robots.txt, as JSON.
    ///
    /// # Errors
    /// As those of [`take`](Store::take).
    pub async fn rules(&self, robots_txt: &Url) -> Result<String, Fault> {
        let mut rules = self.keys.prepare(&self.scripts.rules);
        self.link.call(rules.arg(robots_txt.as_str())).await
    }

    /// Gives a job back, to be tried for the `tries`th time by any worker.
    ///
    /// # Errors
    /// As those of [`take`](Store::take).
    pub async fn give_back(&self, job: &Job, tries: u32, pause: Pause) -> Result<(), Fault> {
        let mut give_back = self.keys.prepare(&self.scripts.give_back);
        let (time, is_asked_for) = match pause {
            Pause::None => (Duration::ZERO, false),
            Pause::Ours(time) => (time, false),
            Pause::Theirs(time) => (time, true),
        };
        give_back.arg(self.worker).arg(&job.text).arg(tries);
        give_back.arg(time.as_millis() as u64).arg(u8::from(is_asked_for));
        self.link.call(&give_back).await
    }

    /// Returns how many pages are done, how many jobs wait, and how many workers there are.
    ///
    /// # Errors
    /// As those of [`take`](Store::take).
    pub async fn status(&self) -> Result<(usize, usize, usize), Fault> {
        self.link.call(&self.keys.prepare(&self.scripts.status)).await
    }

    /// Renews the leases of these jobs, and the time that the crawl is kept.
    ///
    /// # Errors
    /// As those of [`take`](Store::take).
    pub async fn renew(&self, jobs: &[String]) -> Result<(), Fault> {
        for jobs in jobs.chunks(BATCH) {
            let mut renew = self.keys.prepare(&self.scripts.renew);
            self.link.call::<()>(renew.arg(self.worker).arg(jobs)).await?;
        }
        Ok(())
    }
}
