//! A task owns its `Attempt`, and returns it.
//!
//! It also owns the connection. When the fetch is dropped, the handle is dropped with it, and the task goes on.
//!
//! Dies: parts::send::a_dropped_fetch_closes_its_connection
//! Says: must own its `Attempt` and its connection itself

pub async fn fetch(target: &Target, services: &Arc<Services>, tls: &Tls) -> Result<Response, FetchError> {
    let mut attempt = Attempt::start(target, services);
    loop {
        let tls = tls.clone();
        let task = tokio::spawn(async move {
            let fetched = timeout_with_last_look(attempt.deadline(), fetch_once(&mut attempt, &tls)).await;
            (fetched.unwrap_or_else(|Elapsed| Err(attempt.timed_out())), attempt)
        });
        let (fetched, its) = task.await.expect("it does not panic");
        attempt = its;
        match fetched {
            Ok(response) => return Ok(attempt.finish(response)),
            Err(error) => attempt.again(error)?,
        }
    }
}
