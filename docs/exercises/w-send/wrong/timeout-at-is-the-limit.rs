//! `timeout_at` of tokio is the time limit, and what this file has is only a wrapper.
//!
//! When a poll is late, it may look at the time, and not at the socket, although the answer is there.
//!
//! Dies: parts::send::an_answer_that_is_there_at_a_late_poll_counts
//! Says: may look at the time alone

pub async fn fetch(target: &Target, services: &Arc<Services>, tls: &Tls) -> Result<Response, FetchError> {
    let mut attempt = Attempt::start(target, services);
    loop {
        let fetched = timeout_at(attempt.deadline().into(), fetch_once(&mut attempt, tls)).await;
        match fetched.unwrap_or_else(|_elapsed| Err(attempt.timed_out())) {
            Ok(response) => return Ok(attempt.finish(response)),
            Err(error) => attempt.again(error)?,
        }
    }
}
