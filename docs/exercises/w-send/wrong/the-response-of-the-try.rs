//! The response of the try is the response of the fetch.
//!
//! A try does not know how many there were before it. What only the whole fetch knows is missing.
//!
//! Dies: parts::send::each_try_has_its_own_deadline
//! Says: `attempt.finish` adds it

pub async fn fetch(target: &Target, services: &Arc<Services>, tls: &Tls) -> Result<Response, FetchError> {
    let mut attempt = Attempt::start(target, services);
    loop {
        let fetched = timeout_with_last_look(attempt.deadline(), fetch_once(&mut attempt, tls)).await;
        match fetched.unwrap_or_else(|Elapsed| Err(attempt.timed_out())) {
            Ok(response) => return Ok(response),
            Err(error) => attempt.again(error)?,
        }
    }
}
