//! Old jobs are rare, so they can wait until there are no new ones.
//!
//! A large crawl always has new ones. The pages of a dead worker would wait until its end.
//!
//! Dies: parts::lease::an_old_page_comes_before_new_ones
//! Says: only if `take_over` has none

impl Store {
    pub async fn take(&self, most: usize, lease: Duration) -> Option<Vec<Job>> {
        let mut read = cmd("XREADGROUP");
        read.arg("GROUP").arg("workers").arg(self.worker()).arg("COUNT").arg(most);
        read.arg("BLOCK").arg(WAIT.as_millis() as u64).arg("STREAMS").arg(self.keys().key("jobs")).arg(">");
        let streams: Option<Vec<(String, Vec<Entry>)>> = self.ask(Ask::Blocking(&read)).await;
        let new = streams.into_iter().flatten().next().map(|(_stream, entries)| entries);
        if let Some(entries) = new {
            return Some(self.jobs(entries).await);
        }
        let mut take_over = self.keys().prepare(&self.scripts().take_over);
        take_over.arg(self.worker()).arg(lease.as_millis() as u64).arg(most);
        let (old, open): (Vec<Entry>, i64) = self.ask(Ask::Script(&take_over)).await;
        match open {
            0 => None,
            1.. => Some(self.jobs(old).await),
            _ => self.forgotten().await,
        }
    }
}
