//! Redis has noted whose pages they are, so the worker need not.
//!
//! Redis cannot tell a page that is fetched from one whose answer was lost.
//!
//! Dies: parts::lease::a_page_that_is_held_is_not_taken_again
//! Says: the worker does not hold it

impl Queue {
    pub async fn take(&self, most: usize) -> Result<Vec<PageJob>, Fault> {
        if self.is_in_doubt.swap(false, Relaxed) {
            let held = self.held();
            let mut lost = self.read_jobs("0", JOBS).await?;
            lost.retain(|job| !held.contains(&job.id));
            if lost.len() > most {
                lost.truncate(most);
                self.doubt();
            }
            if !lost.is_empty() {
                return Ok(lost);
            }
        }
        self.read_jobs(">", most).await
    }
}
