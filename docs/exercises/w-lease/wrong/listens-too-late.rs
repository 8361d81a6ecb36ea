//! Look into the queue, and if it is empty, wait for news.
//!
//! A page that comes after the look and before `news` is not news any more. The worker sleeps on beside it.
//!
//! Dies: parts::lease::news_that_come_with_the_answer_end_a_wait
//! Says: Nothing hears what comes after the look

impl Store {
    pub async fn take(&self, most: usize) -> Result<Option<Vec<Job>>, Fault> {
        self.put_back().await?;
        let (jobs, open, turn) = self.hand_out(most).await?;
        if open == 0 {
            return Ok(None);
        }
        if jobs.is_empty() {
            let _ = timeout(WAIT.min(self.lease / 4).min(turn), self.news().changed()).await;
        }
        Ok(Some(jobs))
    }
}
