//! There is room for more pages than were lost, so new ones fill it.
//!
//! If there are none, the lost ones wait for them. They have waited for long enough.
//!
//! Dies: parts::lease::a_lost_page_does_not_wait_for_new_ones
//! Says: return what is found at once

impl Queue {
    pub async fn take(&self, most: usize) -> Result<Vec<PageJob>, Fault> {
        let mut jobs = Vec::new();
        if self.is_in_doubt.swap(false, Relaxed) {
            let held = self.held();
            jobs = self.read_jobs("0", JOBS).await?;
            jobs.retain(|job| !held.contains(&job.id));
            if jobs.len() > most {
                jobs.truncate(most);
                self.doubt();
            }
        }
        if jobs.len() < most {
            jobs.extend(self.read_jobs(">", most - jobs.len()).await?);
        }
        Ok(self.hold(jobs))
    }
}
