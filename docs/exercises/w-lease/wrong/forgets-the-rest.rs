//! After a look, there is no doubt.
//!
//! Three pages were lost, and there was room for two. Nothing looks for the third.
//!
//! Dies: parts::lease::more_lost_pages_than_there_is_room_for_come_with_the_next_calls
//! Says: as long as one is left, the doubt must stay

impl Queue {
    pub async fn take(&self, most: usize) -> Result<Vec<PageJob>, Fault> {
        if self.is_in_doubt.swap(false, Relaxed) {
            let held = self.held();
            let mut lost = self.read_jobs("0", JOBS).await?;
            lost.retain(|job| !held.contains(&job.id));
            lost.truncate(most);
            if !lost.is_empty() {
                return Ok(self.hold(lost));
            }
        }
        let jobs = self.read_jobs(">", most).await?;
        Ok(self.hold(jobs))
    }
}
