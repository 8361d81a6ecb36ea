//! A lease is long, so a look after each `WAIT` is enough.
//!
//! A lease may be a second. Its clock needs two looks, so a dead worker's page would come after two seconds.
//!
//! Dies: parts::lease::a_short_lease_shortens_a_wait
//! Says: a quarter of a lease at most

impl Store {
    pub async fn take(&self, most: usize) -> Result<Option<Vec<Job>>, Fault> {
        let mut news = self.news();
        self.put_back().await?;
        let (jobs, open, turn) = self.hand_out(most).await?;
        if open == 0 {
            return Ok(None);
        }
        if jobs.is_empty() {
            let _ = timeout(WAIT.min(turn), news.changed()).await;
        }
        Ok(Some(jobs))
    }
}
