//! The deadline is a value, so it is asked for once.
//!
//! It is that of the first try. When that has timed out, no other try has any time.
//!
//! Dies: parts::send::each_try_has_its_own_deadline
//! Says: the deadline of each try

pub async fn fetch(target: &Target, services: &Arc<Services>, tls: &Tls) -> Result<Response, FetchError> {
    let mut attempt = Attempt::start(target, services);
    let deadline = attempt.deadline();
    loop {
        let fetched = timeout_with_last_look(deadline, fetch_once(&mut attempt, tls)).await;
        match fetched.unwrap_or_else(|Elapsed| Err(attempt.timed_out())) {
            Ok(response) => return Ok(attempt.finish(response)),
            Err(error) => attempt.again(error)?,
        }
    }
}
