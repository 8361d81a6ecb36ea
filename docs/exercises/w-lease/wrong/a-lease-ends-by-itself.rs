//! Redis knows when a lease is over, and then hands out the job again.
//!
//! Redis does nothing by itself. A worker that asks makes it look at the leases.
//!
//! Dies: parts::lease::a_page_whose_worker_died_is_taken_over
//! Says: only `put_back` puts an old page there again

impl Store {
    pub async fn take(&self, most: usize) -> Result<Option<Vec<Job>>, Fault> {
        let mut news = self.news();
        let (jobs, open, turn) = self.hand_out(most).await?;
        if open == 0 {
            return Ok(None);
        }
        if jobs.is_empty() {
            let _ = timeout(WAIT.min(self.lease / 4).min(turn), news.changed()).await;
        }
        Ok(Some(jobs))
    }
}
