//! What comes from `0` was lost.
//!
//! All that this worker has come from `0`: those that it is fetching, too.
//!
//! Dies: parts::lease::a_page_that_is_held_is_not_taken_again
//! Says: two tasks would fetch it at once

impl Queue {
    pub async fn take(&self, most: usize) -> Result<Vec<PageJob>, Fault> {
        if self.is_in_doubt.swap(false, Relaxed) {
            let mut lost = self.read_jobs("0", JOBS).await?;
            if lost.len() > most {
                lost.truncate(most);
                self.doubt();
            }
            if !lost.is_empty() {
                return Ok(self.hold(lost));
            }
        }
        let jobs = self.read_jobs(">", most).await?;
        Ok(self.hold(jobs))
    }
}
