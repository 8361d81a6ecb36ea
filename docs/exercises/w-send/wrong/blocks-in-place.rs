//! What is not `Send` runs where it is: `block_on` needs no `Send`.
//!
//! It needs the thread, until the page is there. The runtime starts another one for the other tasks: a thread for each fetch.
//!
//! Dies: parts::send::fetches_do_not_wait_for_each_other
//! Says: a thread that one of them blocks

pub async fn fetch(target: &Target, services: &Arc<Services>, tls: &Tls) -> Result<Response, FetchError> {
    tokio::task::block_in_place(|| {
        tokio::runtime::Handle::current().block_on(async {
            let mut attempt = Attempt::start(target, services);
            loop {
                let fetched = timeout_with_last_look(attempt.deadline(), fetch_once(&mut attempt, tls)).await;
                match fetched.unwrap_or_else(|Elapsed| Err(attempt.timed_out())) {
                    Ok(response) => return Ok(attempt.finish(response)),
                    Err(error) => attempt.again(error)?,
                }
            }
        })
    })
}
