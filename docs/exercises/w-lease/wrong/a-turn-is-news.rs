//! A turn that comes is news.
//!
//! Redis does nothing at that moment. With a delay of 100 ms, a host would be asked once a second.
//!
//! Dies: parts::lease::a_wait_without_news_ends
//! Says: no news tells that a turn has come

impl Store {
    pub async fn take(&self, most: usize) -> Result<Option<Vec<Job>>, Fault> {
        let mut news = self.news();
        self.put_back().await?;
        let (jobs, open, _) = self.hand_out(most).await?;
        if open == 0 {
            return Ok(None);
        }
        if jobs.is_empty() {
            let _ = timeout(WAIT.min(self.lease / 4), news.changed()).await;
        }
        Ok(Some(jobs))
    }
}
