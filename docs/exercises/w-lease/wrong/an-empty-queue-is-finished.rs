//! If there is no job to take, the crawl is done.
//!
//! Other workers have pages, which may have links. This worker would leave them alone with these.
//!
//! Dies: parts::lease::a_page_whose_worker_died_is_taken_over
//! Says: `take` says that the crawl is done

impl Store {
    pub async fn take(&self, most: usize) -> Result<Option<Vec<Job>>, Fault> {
        self.put_back().await?;
        let (jobs, _, _) = self.hand_out(most).await?;
        Ok(if jobs.is_empty() { None } else { Some(jobs) })
    }
}
