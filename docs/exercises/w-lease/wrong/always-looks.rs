//! A look does no harm, so each call begins with one.
//!
//! An answer is seldom lost. Each look is a call that Redis answers for nothing, and it lists all that the worker has.
//!
//! Dies: parts::lease::without_a_doubt_redis_is_asked_once
//! Says: Redis has one thread for all workers

impl Queue {
    pub async fn take(&self, most: usize) -> Result<Vec<PageJob>, Fault> {
        let held = self.held();
        let mut lost = self.read_jobs("0", JOBS).await?;
        lost.retain(|job| !held.contains(&job.id));
        lost.truncate(most);
        if !lost.is_empty() {
            return Ok(self.hold(lost));
        }
        let jobs = self.read_jobs(">", most).await?;
        Ok(self.hold(jobs))
    }
}
