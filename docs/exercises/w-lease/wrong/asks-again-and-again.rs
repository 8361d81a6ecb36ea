//! The caller asks again, so there is no need to wait here.
//!
//! It asks again at once. A hundred idle workers would keep Redis busy.
//!
//! Dies: parts::lease::a_queue_without_new_pages_is_not_a_finished_crawl
//! Says: `take` returns at once

impl Store {
    pub async fn take(&self, most: usize) -> Result<Option<Vec<Job>>, Fault> {
        self.put_back().await?;
        let (jobs, open, _) = self.hand_out(most).await?;
        Ok(if open == 0 { None } else { Some(jobs) })
    }
}
