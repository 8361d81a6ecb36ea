//! [`Ledger`]: what the leader reads and writes, and each worker for its report.

use std::collections::{HashMap, HashSet};
use std::time::Duration;

use common::Target;
use redis::pipe;

use super::{BATCH, DAY, Entries, GROUP, HEADER, Keys, Queue, Read};
use crate::shared::entry::Entry;
use crate::shared::fault::Fault;
use crate::shared::job::Job;

/// How many jobs one call lists.
const LISTED: usize = 500;

/// The records, the jobs and the signs of a crawl, as its leader needs them.
#[derive(Clone, Copy)]
pub struct Ledger<'a>(&'a Queue);

impl Queue {
    /// Returns what the leader needs.
    pub fn ledger(&self) -> Ledger<'_> {
        Ledger(self)
    }
}

impl Ledger<'_> {
    /// Returns the entries after the `last` one, at most [`BATCH`]. Waits for the first of them, for this time at most.
    ///
    /// # Errors
    /// If the last one is not there any more: Redis has lost it, and what came after it.
    pub async fn records(&self, last: &str, wait: Option<Duration>) -> Result<Entries, Fault> {
        let mut read = pipe();
        // A master that has become a replica refuses this, because it writes. Otherwise it would show old records for ever.
        read.cmd("EXPIRE").arg(&self.0.keys.records).arg(DAY).ignore();
        read.cmd("XRANGE").arg(&self.0.keys.records).arg(last).arg(last);
        read.cmd("XREAD").arg("COUNT").arg(BATCH);
        if let Some(wait) = wait {
            // 0 would be for ever.
            read.arg("BLOCK").arg((wait.as_millis() as u64).max(1));
        }
        read.arg("STREAMS").arg(&self.0.keys.records).arg(last);
        let (known, new): (Entries, Read) = self.0.for_records.call(&read).await?;
        match known.into_iter().next() {
            None if last == HEADER => Err(Fault::Lost),
            None => Err(Fault::Rewound),
            Some((_, fields)) if last == HEADER && !self.is_header(&fields) => Err(Fault::Lost),
            _ => Ok(new.into_iter().flatten().flat_map(|(_, entries)| entries).collect()),
        }
    }

    fn is_header(&self, fields: &Option<Vec<Vec<u8>>>) -> bool {
        let header = fields.as_ref().and_then(|fields| fields.get(1));
        header.is_some_and(|header| *header == self.0.header.as_bytes())
    }

    /// Makes the stream of jobs, unless it is there.
    pub async fn make_jobs(&self) -> Result<(), Fault> {
        let mut make = pipe();
        make.cmd("XGROUP").arg("CREATE").arg(&self.0.keys.jobs).arg(GROUP).arg(0).arg("MKSTREAM");
        make.cmd("EXPIRE").arg(&self.0.keys.jobs).arg(DAY);
        match self.0.link.call::<()>(&make).await {
            Err(Fault::Refused(error)) if error.to_string().contains("BUSYGROUP") => Ok(()),
            made => made,
        }
    }

    /// Adds jobs.
    ///
    /// # Errors
    /// If the stream of jobs is not there any more.
    pub async fn offer(&self, jobs: &[Job]) -> Result<(), Fault> {
        if jobs.is_empty() {
            return Ok(());
        }
        let mut offer = pipe();
        for job in jobs {
            offer.cmd("XADD").arg(&self.0.keys.jobs).arg("NOMKSTREAM").arg("*").arg("job").arg(job.to_json());
        }
        let added: Vec<Option<String>> = self.0.link.call(&offer).await?;
        if added.iter().all(Option::is_some) { Ok(()) } else { Err(Fault::NoGroup) }
    }

    /// Returns what all jobs in the stream name.
    pub async fn jobs(&self) -> Result<HashSet<Target>, Fault> {
        Ok(self.list().await?.into_iter().map(|job| job.target).collect())
    }

    async fn list(&self) -> Result<Vec<Job>, Fault> {
        let (mut jobs, mut from) = (Vec::new(), "-".to_owned());
        loop {
            let mut list = pipe();
            list.cmd("XRANGE").arg(&self.0.keys.jobs).arg(&from).arg("+").arg("COUNT").arg(LISTED);
            let (entries,): (Entries,) = self.0.link.call(&list).await?;
            let Some((last, _)) = entries.last() else { return Ok(jobs) };
            from = format!("({last}");
            jobs.extend(entries.into_iter().filter_map(|(id, fields)| Job::read(id, fields?.get(1)?)));
        }
    }

    /// Returns the signs of the workers, and how many jobs each of them has. The crawl is kept for another day.
    pub async fn signs(&self) -> Result<(HashMap<String, String>, HashMap<String, usize>), Fault> {
        let (Keys { jobs, workers, .. }, mut look) = (&*self.0.keys, pipe());
        look.cmd("EXPIRE").arg(jobs).arg(DAY).ignore();
        look.cmd("HGETALL").arg(workers);
        look.cmd("XPENDING").arg(jobs).arg(GROUP);
        type Summary = (usize, Option<String>, Option<String>, Option<Vec<(String, usize)>>);
        let (signs, (.., consumers)): (_, Summary) = self.0.link.call(&look).await?;
        Ok((signs, consumers.into_iter().flatten().collect()))
    }

    /// Takes the jobs of a dead worker away from it, and writes that it has died with them.
    pub async fn bury(&self, worker: &str) -> Result<(), Fault> {
        let ids = self.0.jobs_of(worker, &self.0.link).await?;
        let mut bury = pipe();
        bury.atomic().cmd("HDEL").arg(&self.0.keys.workers).arg(worker).ignore();
        if !ids.is_empty() {
            let had: HashSet<_> = ids.iter().cloned().collect();
            for job in self.list().await?.into_iter().filter(|job| had.contains(&job.id)) {
                let died = Entry::Died { by: worker.to_owned(), job: job.target };
                self.0.add_record(&mut bury, &(String::new(), died.pack()));
            }
            self.0.delete(&mut bury, &ids);
        }
        self.0.written(&bury).await
    }
}
