//! [`Queue`]: the joinable queue, in Redis. `get` is [`take`](Queue::take), `put` is [`offer`](Queue::offer), and `task_done` is
//! [`settle`](Queue::settle).
//!
//! Its keys begin with the name of the crawl:
//!
//! - `records`: a stream with what has happened, as in the file of `--resume`; its first entry, the header, has the options
//! - `jobs`: a stream with the jobs that are due or in flight, and its group: which worker has which
//! - `workers`: a hash with a sign of each worker that is alive
//! - `leader`: the sign of the worker that leads, or `end`

mod ledger;
mod piece;

use std::collections::{HashMap, HashSet};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use common::lock::lock;
use redis::streams::{StreamPendingCountReply, StreamReadReply};
use redis::{Pipeline, pipe};
use tokio::time::sleep;

use super::fault::Fault;
use super::job::PageJob;
use super::link::Link;

pub use ledger::Presence;
pub use piece::Piece;

/// The group of the workers.
const GROUP: &str = "workers";

/// The longest wait for a job. Then the caller looks whether it is to end.
const WAIT: Duration = Duration::from_secs(1);

/// How many records one call reads or writes. With the size of a piece, that bounds an answer to 4 MiB.
pub const BATCH: usize = 128;

/// The most jobs of a worker.
const JOBS: usize = 10_000;

/// The id of the first record.
pub const HEADER: &str = "0-1";

/// How long Redis keeps a crawl without a leader, in seconds.
pub const DAY: u32 = 24 * 60 * 60;

/// What a worker has of a crawl in Redis. Its clones are the same worker. Each call fails if Redis refuses, or has lost the crawl; or if
/// Redis is away, and the worker is to end.
#[derive(Clone)]
pub struct Queue {
    /// The name of this worker.
    pub worker: Arc<str>,
    /// For calls that do not block.
    pub link: Link,
    /// For calls that block until there is a job.
    for_jobs: Link,
    /// For calls that block until there is a record.
    for_records: Link,
    /// The first record, which all workers agree on.
    header: Arc<str>,
    keys: Arc<Keys>,
    /// The jobs that this worker has, by the ids of their entries, and since when.
    held: Arc<Mutex<HashMap<String, Instant>>>,
    /// Whether Redis may have jobs of this worker that it does not hold.
    is_in_doubt: Arc<AtomicBool>,
}

/// The keys of a crawl.
struct Keys {
    records: String,
    jobs: String,
    workers: String,
    leader: String,
}

impl Queue {
    /// Makes the queue of a worker in the crawl of this name.
    pub fn new(link: Link, worker: &str, name: &str, header: String) -> Queue {
        let [records, jobs, workers, leader] =
            ["records", "jobs", "workers", "leader"].map(|key| format!("crawl:{{{name}}}:{key}"));
        let (for_jobs, for_records) = (link.another(), link.another());
        let keys = Keys { records, jobs, workers, leader }.into();
        Queue {
            worker: worker.into(),
            link,
            for_jobs,
            for_records,
            header: header.into(),
            keys,
            held: Arc::default(),
            is_in_doubt: Arc::default(),
        }
    }

    /// Takes up to `most` jobs, and holds them. Returns an empty `Vec` if there is none within `WAIT`.
    ///
    /// If this future is dropped, this worker may have jobs that it does not know of. [`leave`](Queue::leave) gives them back.
    pub async fn take(&self, most: usize) -> Result<Vec<PageJob>, Fault> {
        // Both before the call: a doubt that comes meanwhile stays, and a job that is settled meanwhile is in `held`.
        if self.is_in_doubt.swap(false, Relaxed) {
            let held = self.held();
            let mut lost = self.read_jobs("0", JOBS).await?;
            lost.retain(|job| !held.contains(&job.id));
            if lost.len() > most {
                lost.truncate(most);
                self.doubt();
            }
            if !lost.is_empty() {
                return Ok(self.hold(lost));
            }
        }
        let jobs = self.read_jobs(">", most).await?;
        Ok(self.hold(jobs))
    }

    /// Reads up to `most` jobs: from `>` those that no worker has had, for which it waits, and from `0` those that are this worker's.
    async fn read_jobs(&self, from: &str, most: usize) -> Result<Vec<PageJob>, Fault> {
        let (link, mut read) = (&self.for_jobs, pipe());
        read.cmd("XREADGROUP").arg("GROUP").arg(GROUP).arg(&*self.worker).arg("COUNT").arg(most);
        read.arg("BLOCK").arg(WAIT.as_millis() as u64).arg("STREAMS").arg(&self.keys.jobs).arg(from);
        let before = link.number().await;
        let read = match link.call::<(StreamReadReply,)>(&read).await {
            Ok((read,)) => read,
            // The leader makes the stream.
            Err(Fault::NoGroup) => {
                sleep(WAIT / 10).await;
                StreamReadReply::default()
            }
            Err(fault) => return Err(fault),
        };
        // The first connection, number 1, has lost nothing.
        if link.number().await != before.max(1) {
            self.doubt();
        }
        let (mut jobs, mut damaged) = (Vec::new(), Vec::new());
        for entry in read.keys.into_iter().flat_map(|stream| stream.ids) {
            match PageJob::read(&entry) {
                Some(job) => jobs.push(job),
                // It was deleted while this worker had it, or another program has written it.
                None => damaged.push(entry.id),
            }
        }
        if !damaged.is_empty() {
            // The leader misses the job, and adds it again.
            self.link.call::<()>(self.delete(&mut pipe(), &damaged)).await?;
        }
        Ok(jobs)
    }

    /// Returns the ids of the jobs that this worker has and knows of.
    fn held(&self) -> HashSet<String> {
        lock(&self.held).keys().cloned().collect()
    }

    fn hold(&self, jobs: Vec<PageJob>) -> Vec<PageJob> {
        let ids = jobs.iter().map(|job| (job.id.clone(), Instant::now()));
        lock(&self.held).extend(ids);
        jobs
    }

    /// Returns how many jobs this worker has, and how long it has had the oldest of them.
    pub fn age(&self) -> (usize, Option<Duration>) {
        let held = lock(&self.held);
        (held.len(), held.values().min().map(Instant::elapsed))
    }

    /// Writes entries, or pieces of them.
    pub async fn write(&self, pieces: &[Piece]) -> Result<(), Fault> {
        let mut write = pipe();
        pieces.iter().for_each(|piece| self.add_record(&mut write, piece));
        self.written(&write).await
    }

    /// Writes what a job has come to, and takes the job out of the stream, in one step.
    pub async fn settle(&self, piece: &Piece, job: &str) -> Result<(), Fault> {
        let mut settle = pipe();
        self.add_record(settle.atomic(), piece);
        self.written(self.delete(&mut settle, &[job.to_owned()])).await?;
        lock(&self.held).remove(job);
        Ok(())
    }

    /// Gives all jobs back that this worker has, by deleting them: the leader misses them, and adds them again. That needs no memory,
    /// which Redis may lack.
    pub async fn leave(&self) -> Result<(), Fault> {
        // On the connection where a dropped `take` may still block, so that this is answered after it.
        let jobs = self.jobs_of(&self.worker, &self.for_jobs).await?;
        let mut leave = pipe();
        if !jobs.is_empty() {
            self.delete(&mut leave, &jobs);
        }
        leave.cmd("HDEL").arg(&self.keys.workers).arg(&*self.worker);
        self.link.call(leave.atomic()).await
    }

    /// Marks that Redis may have jobs of this worker that it does not know of. The next `take` looks for them first.
    pub fn doubt(&self) {
        self.is_in_doubt.store(true, Relaxed);
    }

    /// Gives a sign of this worker.
    pub async fn sign(&self, text: &str) -> Result<(), Fault> {
        let mut sign = pipe();
        sign.cmd("HSET").arg(&self.keys.workers).arg(&*self.worker).arg(text);
        sign.cmd("EXPIRE").arg(&self.keys.workers).arg(DAY);
        self.link.call(&sign).await
    }

    /// Returns the sign of the leader, or an empty text.
    pub async fn leader_sign(&self) -> Result<String, Fault> {
        let (sign,): (Option<String>,) = self.link.call(pipe().cmd("GET").arg(&self.keys.leader)).await?;
        Ok(sign.unwrap_or_default())
    }

    /// Replaces the sign of the leader if it is still the `old` one. Returns whether it is the `new` one now.
    pub async fn replace_leader(&self, old: &str, new: &str) -> Result<bool, Fault> {
        const REPLACE: &str = "
            if (redis.call('GET', KEYS[1]) or '') ~= ARGV[1] then return 0 end
            redis.call('SET', KEYS[1], ARGV[2], 'EX', ARGV[3])
            return 1";
        let mut replace = pipe();
        replace.cmd("EVAL").arg(REPLACE).arg(1).arg(&self.keys.leader).arg(old).arg(new).arg(DAY);
        replace.cmd("GET").arg(&self.keys.leader);
        let (_, now): (u32, Option<String>) = self.link.call(&replace).await?;
        // If an answer was lost, the first call has replaced it.
        Ok(now.unwrap_or_default() == new)
    }

    /// Returns the ids of the jobs that a worker has.
    pub async fn jobs_of(&self, worker: &str, link: &Link) -> Result<Vec<String>, Fault> {
        let mut pending = pipe();
        pending.cmd("XPENDING").arg(&self.keys.jobs).arg(GROUP).arg("-").arg("+").arg(JOBS).arg(worker);
        match link.call::<(StreamPendingCountReply,)>(&pending).await {
            Err(Fault::NoGroup) => Ok(Vec::new()),
            pending => Ok(pending?.0.ids.into_iter().map(|job| job.id).collect()),
        }
    }

    fn add_record(&self, pipeline: &mut Pipeline, piece: &Piece) {
        piece.add_to(pipeline.cmd("XADD").arg(&self.keys.records).arg("NOMKSTREAM").arg("*"));
    }

    fn delete<'a>(&self, pipeline: &'a mut Pipeline, jobs: &[String]) -> &'a Pipeline {
        pipeline.cmd("XACK").arg(&self.keys.jobs).arg(GROUP).arg(jobs).ignore();
        pipeline.cmd("XDEL").arg(&self.keys.jobs).arg(jobs).ignore()
    }

    /// Calls Redis. Fails if an entry was not written: the stream is lost.
    async fn written(&self, calls: &Pipeline) -> Result<(), Fault> {
        let ids: Vec<Option<String>> = self.link.call(calls).await?;
        if ids.iter().all(Option::is_some) { Ok(()) } else { Err(Fault::Lost) }
    }
}
