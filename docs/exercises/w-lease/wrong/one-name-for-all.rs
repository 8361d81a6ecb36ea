//! The group has the jobs, so the name of the worker does not matter.
//!
//! A lease belongs to a name. Under another one, the worker cannot renew it.
//!
//! Dies: parts::lease::a_page_belongs_to_the_worker_that_took_it
//! Says: a worker renews only what is its own

impl Store {
    pub async fn take(&self, most: usize, lease: Duration) -> Option<Vec<Job>> {
        let mut take_over = self.keys().prepare(&self.scripts().take_over);
        take_over.arg(self.worker()).arg(lease.as_millis() as u64).arg(most);
        let (old, open): (Vec<Entry>, i64) = self.ask(Ask::Script(&take_over)).await;
        match open {
            0 => return None,
            1.. if old.is_empty() => {}
            1.. => return Some(self.jobs(old).await),
            _ => return self.forgotten().await,
        }
        let mut read = cmd("XREADGROUP");
        read.arg("GROUP").arg("workers").arg("worker").arg("COUNT").arg(most);
        read.arg("BLOCK").arg(WAIT.as_millis() as u64).arg("STREAMS").arg(self.keys().key("jobs")).arg(">");
        let streams: Option<Vec<(String, Vec<Entry>)>> = self.ask(Ask::Blocking(&read)).await;
        let new = streams.into_iter().flatten().next().map(|(_stream, entries)| entries);
        Some(self.jobs(new.unwrap_or_default()).await)
    }
}
