//! When the answer is there, the doubt is over.
//!
//! That doubt, yes. Another one may have come since Redis has answered.
//!
//! Dies: parts::lease::a_doubt_that_comes_meanwhile_stays
//! Says: Clear the doubt before you ask

impl Queue {
    pub async fn take(&self, most: usize) -> Result<Vec<PageJob>, Fault> {
        if self.is_in_doubt.load(Relaxed) {
            let held = self.held();
            let mut lost = self.read_jobs("0", JOBS).await?;
            lost.retain(|job| !held.contains(&job.id));
            self.is_in_doubt.store(lost.len() > most, Relaxed);
            lost.truncate(most);
            if !lost.is_empty() {
                return Ok(self.hold(lost));
            }
        }
        let jobs = self.read_jobs(">", most).await?;
        Ok(self.hold(jobs))
    }
}
