//! A call that takes jobs returns when it has some.
//!
//! After Ctrl-C, the worker is to end and needs none. It waits until other workers have settled their pages.
//!
//! Dies: parts::lease::news_end_a_wait
//! Says: Ctrl-C calls `end_wait`

impl Store {
    pub async fn take(&self, most: usize) -> Result<Option<Vec<Job>>, Fault> {
        let mut news = self.news();
        loop {
            self.put_back().await?;
            let (jobs, open, turn) = self.hand_out(most).await?;
            if open == 0 {
                return Ok(None);
            }
            if !jobs.is_empty() {
                return Ok(Some(jobs));
            }
            let _ = timeout(WAIT.min(self.lease / 4).min(turn), news.changed()).await;
        }
    }
}
