//! A worker without a job sleeps for a while, and asks again.
//!
//! A page may come at any moment, and so may Ctrl-C. The worker would notice neither.
//!
//! Dies: parts::lease::news_end_a_wait
//! Says: a new page comes, and the worker sleeps on

impl Store {
    pub async fn take(&self, most: usize) -> Result<Option<Vec<Job>>, Fault> {
        self.put_back().await?;
        let (jobs, open, turn) = self.hand_out(most).await?;
        if open == 0 {
            return Ok(None);
        }
        if jobs.is_empty() {
            tokio::time::sleep(WAIT.min(self.lease / 4).min(turn)).await;
        }
        Ok(Some(jobs))
    }
}
