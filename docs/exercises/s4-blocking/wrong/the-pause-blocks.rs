//! A pause is short, so it may block.
//!
//! The pause is up to the server: it may be minutes. No other fetch runs during it, however short it is.
//!
//! Dies: blocking::a_fetch_that_waits_for_its_turn_lets_others_run
//! Says: the wait for a turn blocks the thread

async fn fetch_once(attempt: &Attempt, reactor: &Reactor) -> Result<Response, FetchError> {
    attempt.pause()?;
    let address = resolve(attempt).await?;
    let stream = connect(attempt, reactor, address).await?;
    send(attempt, &stream).await?;
    receive(attempt, &stream).await
}
