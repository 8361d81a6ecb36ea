//! If Redis has no crawl, the crawl has ended.
//!
//! Redis has lost it: a key has expired, or Redis has started without its data. The report would look complete.
//!
//! Dies: parts::lease::a_crawl_that_redis_has_lost_is_not_a_finished_one
//! Says: the report would lack pages

impl Store {
    pub async fn take(&self, most: usize) -> Result<Option<Vec<Job>>, Fault> {
        let mut news = self.news();
        let (jobs, open, turn) = match self.put_back().await {
            Ok(()) => self.hand_out(most).await?,
            Err(Fault::Lost(_)) => return Ok(None),
            Err(fault) => return Err(fault),
        };
        if open == 0 {
            return Ok(None);
        }
        if jobs.is_empty() {
            let _ = timeout(WAIT.min(self.lease / 4).min(turn), news.changed()).await;
        }
        Ok(Some(jobs))
    }
}
