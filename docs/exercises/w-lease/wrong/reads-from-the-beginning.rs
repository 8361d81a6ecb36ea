//! The ID `0` reads the stream from its beginning.
//!
//! In a group, it reads what is pending for this worker, and so nothing that is new.
//!
//! Dies: parts::lease::a_page_whose_worker_died_is_taken_over
//! Says: asks XREADGROUP for those

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
        read.arg("GROUP").arg("workers").arg(self.worker()).arg("COUNT").arg(most);
        read.arg("BLOCK").arg(WAIT.as_millis() as u64).arg("STREAMS").arg(self.keys().key("jobs")).arg("0");
        let streams: Option<Vec<(String, Vec<Entry>)>> = self.ask(Ask::Blocking(&read)).await;
        let new = streams.into_iter().flatten().next().map(|(_stream, entries)| entries);
        Some(self.jobs(new.unwrap_or_default()).await)
    }
}
