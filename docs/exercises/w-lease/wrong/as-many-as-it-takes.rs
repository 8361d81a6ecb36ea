//! A call that takes so many pages reads so many.
//!
//! From `0`, the oldest come first. A worker that is busy holds these, and the lost ones are behind them.
//!
//! Dies: parts::lease::a_lost_page_is_found_behind_those_that_are_held
//! Says: Redis begins with the oldest page

impl Queue {
    pub async fn take(&self, most: usize) -> Result<Vec<PageJob>, Fault> {
        if self.is_in_doubt.swap(false, Relaxed) {
            let held = self.held();
            let mut lost = self.read_jobs("0", most).await?;
            lost.retain(|job| !held.contains(&job.id));
            if !lost.is_empty() {
                // There may be more.
                self.doubt();
                return Ok(self.hold(lost));
            }
        }
        let jobs = self.read_jobs(">", most).await?;
        Ok(self.hold(jobs))
    }
}
