//! What the leader reads and writes, and each worker for its report.

use std::collections::{HashMap, HashSet};
use std::time::Duration;

use common::Target;
use redis::pipe;
use redis::streams::{StreamId, StreamPendingReply, StreamRangeReply, StreamReadReply};

use super::{BATCH, DAY, GROUP, HEADER, Keys, Piece, Queue};
use crate::shared::entry::{Entry, Event};
use crate::shared::fault::Fault;
use crate::shared::job::PageJob;

/// How many jobs one call lists.
const LISTED: usize = 500;

/// What Redis has of a worker.
#[derive(Debug, Default)]
pub struct Presence {
    /// Its last sign; empty if it has left or is dead, and has jobs all the same.
    pub sign: String,
    /// How many jobs it has.
    pub jobs: usize,
}

impl Queue {
    /// Returns the records after the `last` one with their ids, at most `BATCH`. Waits for the first of them, for this time at most.
    ///
    /// # Errors
    /// If the last one is not there any more: Redis has lost it, and what came after it.
    pub async fn records(&self, last: &str, wait: Option<Duration>) -> Result<Vec<(String, Piece)>, Fault> {
        let mut read = pipe();
        // A master that has become a replica refuses this, because it writes. Otherwise it would show old records for ever.
        read.cmd("EXPIRE").arg(&self.keys.records).arg(DAY).ignore();
        read.cmd("XRANGE").arg(&self.keys.records).arg(last).arg(last);
        read.cmd("XREAD").arg("COUNT").arg(BATCH);
        if let Some(wait) = wait {
            // 0 would be for ever.
            read.arg("BLOCK").arg((wait.as_millis() as u64).max(1));
        }
        read.arg("STREAMS").arg(&self.keys.records).arg(last);
        let (known, new): (StreamRangeReply, StreamReadReply) = self.for_records.call(&read).await?;
        match known.ids.first() {
            None if last == HEADER => Err(Fault::Lost),
            None => Err(Fault::Rewound),
            Some(header) if last == HEADER && !self.is_ours(header) => Err(Fault::Lost),
            Some(_) => {
                let records = new.keys.into_iter().flat_map(|stream| stream.ids);
                Ok(records.map(|record| (record.id.clone(), Piece::read(&record))).collect())
            }
        }
    }

    fn is_ours(&self, header: &StreamId) -> bool {
        header.get::<String>("header").is_some_and(|header| header == *self.header)
    }

    /// Makes the stream of jobs, unless it is there.
    pub async fn make_jobs(&self) -> Result<(), Fault> {
        let mut make = pipe();
        make.cmd("XGROUP").arg("CREATE").arg(&self.keys.jobs).arg(GROUP).arg(0).arg("MKSTREAM");
        make.cmd("EXPIRE").arg(&self.keys.jobs).arg(DAY);
        match self.link.call::<()>(&make).await {
            Err(Fault::Refused(error)) if error.to_string().contains("BUSYGROUP") => Ok(()),
            made => made,
        }
    }

    /// Adds jobs.
    ///
    /// # Errors
    /// If the stream of jobs is not there any more.
    pub async fn offer(&self, jobs: &[PageJob]) -> Result<(), Fault> {
        if jobs.is_empty() {
            return Ok(());
        }
        let mut offer = pipe();
        for job in jobs {
            job.add_to(offer.cmd("XADD").arg(&self.keys.jobs).arg("NOMKSTREAM").arg("*"));
        }
        let added: Vec<Option<String>> = self.link.call(&offer).await?;
        if added.iter().all(Option::is_some) { Ok(()) } else { Err(Fault::NoGroup) }
    }

    /// Returns what all jobs in the stream name.
    pub async fn offered(&self) -> Result<HashSet<Target>, Fault> {
        Ok(self.list().await?.into_iter().map(|job| job.target).collect())
    }

    async fn list(&self) -> Result<Vec<PageJob>, Fault> {
        let (mut jobs, mut from) = (Vec::new(), "-".to_owned());
        loop {
            let mut list = pipe();
            list.cmd("XRANGE").arg(&self.keys.jobs).arg(&from).arg("+").arg("COUNT").arg(LISTED);
            let (listed,): (StreamRangeReply,) = self.link.call(&list).await?;
            let Some(last) = listed.ids.last() else { return Ok(jobs) };
            from = format!("({}", last.id);
            jobs.extend(listed.ids.iter().filter_map(PageJob::read));
        }
    }

    /// Returns the workers by their names. The crawl is kept for another day.
    pub async fn workers(&self) -> Result<HashMap<String, Presence>, Fault> {
        let (Keys { jobs, workers, .. }, mut look) = (&*self.keys, pipe());
        look.cmd("EXPIRE").arg(jobs).arg(DAY).ignore();
        look.cmd("HGETALL").arg(workers);
        look.cmd("XPENDING").arg(jobs).arg(GROUP);
        let (signs, pending): (HashMap<String, String>, _) = self.link.call(&look).await?;
        let present = |(worker, sign)| (worker, Presence { sign, jobs: 0 });
        let mut workers: HashMap<_, _> = signs.into_iter().map(present).collect();
        if let StreamPendingReply::Data(pending) = pending {
            // A worker that is dead may get a job all the same: Redis does not know of its death.
            for worker in pending.consumers {
                workers.entry(worker.name).or_default().jobs = worker.pending;
            }
        }
        Ok(workers)
    }

    /// Takes the jobs of a dead worker away from it, and writes that it has died with them.
    pub async fn bury(&self, worker: &str) -> Result<(), Fault> {
        let ids = self.jobs_of(worker, &self.link).await?;
        let mut bury = pipe();
        bury.atomic().cmd("HDEL").arg(&self.keys.workers).arg(worker).ignore();
        if !ids.is_empty() {
            for job in self.list().await?.into_iter().filter(|job| ids.contains(&job.id)) {
                let died = Entry { job: job.target, event: Event::Died(worker.to_owned()) };
                self.add_record(&mut bury, &Piece::whole(died.pack()));
            }
            self.delete(&mut bury, &ids);
        }
        self.written(&bury).await
    }
}
