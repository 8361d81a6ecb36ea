//! If the count is not above 0, nothing is open.
//!
//! Below 0, Redis does not know. It has started anew without its data, and the report would look complete.
//!
//! Dies: parts::lease::a_crawl_that_redis_has_forgotten_is_not_a_finished_one
//! Says: `forgotten` ends the work with an error

impl Store {
    pub async fn take(&self, most: usize, lease: Duration) -> Option<Vec<Job>> {
        let mut take_over = self.keys().prepare(&self.scripts().take_over);
        take_over.arg(self.worker()).arg(lease.as_millis() as u64).arg(most);
        let (old, open): (Vec<Entry>, i64) = self.ask(Ask::Script(&take_over)).await;
        match open {
            ..=0 => return None,
            1.. if old.is_empty() => {}
            1.. => return Some(self.jobs(old).await),
        }
        let mut read = cmd("XREADGROUP");
        read.arg("GROUP").arg("workers").arg(self.worker()).arg("COUNT").arg(most);
        read.arg("BLOCK").arg(WAIT.as_millis() as u64).arg("STREAMS").arg(self.keys().key("jobs")).arg(">");
        let streams: Option<Vec<(String, Vec<Entry>)>> = self.ask(Ask::Blocking(&read)).await;
        let new = streams.into_iter().flatten().next().map(|(_stream, entries)| entries);
        Some(self.jobs(new.unwrap_or_default()).await)
    }
}
