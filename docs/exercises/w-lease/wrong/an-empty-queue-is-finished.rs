//! If there is neither a new job nor an old one, the crawl is done.
//!
//! Other workers have pages, which may have links. This worker would leave them alone with these.
//!
//! Dies: parts::lease::a_page_whose_worker_died_is_taken_over
//! Says: `take` says that the crawl is done

impl Store {
    pub async fn take(&self, most: usize, lease: Duration) -> Option<Vec<Job>> {
        let mut take_over = self.keys().prepare(&self.scripts().take_over);
        take_over.arg(self.worker()).arg(lease.as_millis() as u64).arg(most);
        let (old, open): (Vec<Entry>, i64) = self.ask(Ask::Script(&take_over)).await;
        if open < 0 {
            return self.forgotten().await;
        } else if !old.is_empty() {
            return Some(self.jobs(old).await);
        }
        let mut read = cmd("XREADGROUP");
        read.arg("GROUP").arg("workers").arg(self.worker()).arg("COUNT").arg(most);
        read.arg("BLOCK").arg(WAIT.as_millis() as u64).arg("STREAMS").arg(self.keys().key("jobs")).arg(">");
        let streams: Option<Vec<(String, Vec<Entry>)>> = self.ask(Ask::Blocking(&read)).await;
        let new = streams.into_iter().flatten().next().map(|(_stream, entries)| entries);
        let jobs = self.jobs(new.unwrap_or_default()).await;
        if jobs.is_empty() { None } else { Some(jobs) }
    }
}
