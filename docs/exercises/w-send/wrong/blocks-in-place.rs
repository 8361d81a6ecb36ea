//! What is not `Send` runs where it is: `block_on` needs no `Send`.
//!
//! It needs the thread, until the page is there. The runtime starts another one for the other tasks: a thread for each fetch.
//!
//! Dies: send::fetches_do_not_wait_for_each_other
//! Says: a thread that one of them blocks

pub async fn fetch_in_turn(
    target: &Target,
    options: &Arc<Options>,
    turns: Option<&Turns>,
) -> Result<Response, FetchError> {
    tokio::task::block_in_place(|| {
        tokio::runtime::Handle::current().block_on(async {
            let mut attempt = Attempt::first(target, options);
            loop {
                if let Some(turns) = turns {
                    turns.wait(&mut attempt).await;
                }
                let fetched = timeout(attempt.deadline(), fetch_once(&mut attempt)).await;
                let error = match fetched.unwrap_or_else(|Elapsed| Err(attempt.timed_out())) {
                    Ok(response) => return Ok(attempt.response(response)),
                    Err(error) => error,
                };
                let asks_for_pause = matches!(error.cause, Cause::AskAgain { is_try: true });
                attempt.again(error)?;
                if let Some(turns) = turns.filter(|_| asks_for_pause) {
                    turns.pause(attempt.url(), attempt.starts_at()).await;
                }
            }
        })
    })
}
