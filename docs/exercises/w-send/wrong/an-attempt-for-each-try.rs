//! A new `Attempt` for each try is borrowed for a short time only.
//!
//! An `Attempt` counts the tries of its fetch, so each of these is at its first try: the fetch never gives up.
//!
//! Dies: send::the_tries_of_a_fetch_are_counted
//! Says: One `Attempt` counts the tries

pub async fn fetch_in_turn(
    target: &Target,
    options: &Arc<Options>,
    turns: Option<&Turns>,
) -> Result<Response, FetchError> {
    loop {
        let mut attempt = Attempt::first(target, options);
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
}
