//! What the worker holds is known when the answer is there.
//!
//! While the answer is under way, another task settles a page. Then the worker holds it no more, and the answer has it.
//!
//! Dies: parts::lease::a_page_that_is_settled_meanwhile_is_not_taken_again
//! Says: what the worker held before Redis was asked

impl Queue {
    pub async fn take(&self, most: usize) -> Result<Vec<PageJob>, Fault> {
        if self.is_in_doubt.swap(false, Relaxed) {
            let mut lost = self.read_jobs("0", JOBS).await?;
            let held = self.held();
            lost.retain(|job| !held.contains(&job.id));
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
