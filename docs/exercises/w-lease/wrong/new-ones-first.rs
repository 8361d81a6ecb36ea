//! Workers seldom die, so their pages can wait until there are no new ones.
//!
//! A large crawl always has new ones. The pages of a dead worker would wait until its end.
//!
//! Dies: parts::lease::an_old_page_comes_before_new_ones
//! Says: even if there are new ones

impl Store {
    pub async fn take(&self, most: usize) -> Result<Option<Vec<Job>>, Fault> {
        let mut news = self.news();
        let (jobs, open, turn) = self.hand_out(most).await?;
        if open == 0 {
            return Ok(None);
        }
        if jobs.is_empty() {
            // If this puts jobs back, that is news.
            self.put_back().await?;
            let _ = timeout(WAIT.min(self.lease / 4).min(turn), news.changed()).await;
        }
        Ok(Some(jobs))
    }
}
