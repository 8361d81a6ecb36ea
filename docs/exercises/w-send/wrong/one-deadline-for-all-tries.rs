//! The deadline is a value, so it is asked for once.
//!
//! It is that of the first try. When that has timed out, no other try has any time.
//!
//! Dies: send::each_try_has_its_own_deadline
//! Says: the deadline of each try

pub async fn fetch_in_turn(
    target: &Target,
    options: &Arc<Options>,
    turns: Option<&Turns>,
) -> Result<Response, FetchError> {
    let mut attempt = Attempt::first(target, options);
    let deadline = attempt.deadline();
    loop {
        if let Some(turns) = turns {
            turns.wait(&mut attempt).await;
        }
        let fetched = timeout(deadline, fetch_once(&mut attempt)).await;
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
