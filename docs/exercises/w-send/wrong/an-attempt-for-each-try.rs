//! A new `Attempt` for each try is borrowed for a short time only.
//!
//! An `Attempt` counts the tries of its fetch, so each of these is at its first try: the fetch never gives up.
//!
//! Dies: parts::send::the_tries_of_a_fetch_are_counted
//! Says: One `Attempt` counts the tries

pub async fn fetch(target: &Target, services: &Arc<Services>, tls: &Tls) -> Result<Response, FetchError> {
    loop {
        let mut attempt = Attempt::start(target, services);
        let fetched = timeout_with_last_look(attempt.deadline(), fetch_once(&mut attempt, tls)).await;
        match fetched.unwrap_or_else(|Elapsed| Err(attempt.timed_out())) {
            Ok(response) => return Ok(attempt.finish(response)),
            Err(error) => attempt.again(error)?,
        }
    }
}
