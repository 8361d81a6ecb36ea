//! If an answer is lost, the next one has its pages.
//!
//! Redis has noted them as this worker's, and `>` are pages that no worker has had.
//!
//! Dies: parts::lease::a_page_whose_answer_was_lost_is_not_lost
//! Says: `>` are pages that no worker has had

impl Queue {
    pub async fn take(&self, most: usize) -> Result<Vec<PageJob>, Fault> {
        let jobs = self.read_jobs(">", most).await?;
        Ok(self.hold(jobs))
    }
}
