//! Redis tells all that is worth knowing, so the wait needs no limit.
//!
//! A lease that is over and a turn that has come are no news: Redis does nothing at that moment.
//!
//! Dies: parts::lease::a_page_whose_worker_died_is_taken_over
//! Says: `take` does not return

impl Store {
    pub async fn take(&self, most: usize) -> Result<Option<Vec<Job>>, Fault> {
        let mut news = self.news();
        self.put_back().await?;
        let (jobs, open, _) = self.hand_out(most).await?;
        if open == 0 {
            return Ok(None);
        }
        if jobs.is_empty() {
            let _ = news.changed().await;
        }
        Ok(Some(jobs))
    }
}
