//! What threads share is in a lock.
//!
//! An `Attempt` is not shared. This lock is, and its guard is held until the page is there: one fetch at a time.
//!
//! Dies: send::fetches_do_not_wait_for_each_other
//! Says: or for a lock that one of them has

pub async fn fetch(target: &Target, services: &Arc<Services>) -> Result<Response, FetchError> {
    static CURRENT: tokio::sync::Mutex<()> = tokio::sync::Mutex::const_new(());
    let _current = CURRENT.lock().await;
    let mut attempt = Attempt::start(target, services);
    loop {
        let fetched = timeout(attempt.deadline(), fetch_once(&mut attempt)).await;
        match fetched.unwrap_or_else(|Elapsed| Err(attempt.timed_out())) {
            Ok(response) => return Ok(attempt.finish(response)),
            Err(error) => attempt.again(error)?,
        }
    }
}
