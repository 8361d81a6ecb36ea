//! Each job is read by a worker, and the worker settles it.
//!
//! A worker that dies settles nothing. The others wait for ever for its pages.
//!
//! Dies: lease::a_page_whose_worker_died_is_taken_over
//! Says: the crawl would never end

impl Store {
    pub async fn take(&self, most: usize, lease: Duration) -> Option<Vec<Job>> {
        let mut take_over = self.keys().prepare(&self.scripts().take_over);
        take_over.arg(self.worker()).arg(lease.as_millis() as u64).arg(most);
        let (_, open): (Vec<Entry>, i64) = self.ask(Ask::Script(&take_over)).await;
        match open {
            0 => return None,
            1.. => {}
            _ => return self.forgotten().await,
        }
        let mut read = cmd("XREADGROUP");
        read.arg("GROUP").arg("workers").arg(self.worker()).arg("COUNT").arg(most);
        read.arg("BLOCK").arg(WAIT.as_millis() as u64).arg("STREAMS").arg(self.keys().key("jobs")).arg(">");
        let streams: Option<Vec<(String, Vec<Entry>)>> = self.ask(Ask::Blocking(&read)).await;
        let new = streams.into_iter().flatten().next().map(|(_stream, entries)| entries);
        Some(self.jobs(new.unwrap_or_default()).await)
    }
}
