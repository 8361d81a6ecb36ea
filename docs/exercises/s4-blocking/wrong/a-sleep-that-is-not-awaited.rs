//! Making a `Sleep` sleeps.
//!
//! A future does nothing until it is polled. This one is dropped before that.
//!
//! Dies: blocking::a_further_try_waits_for_its_pause
//! Says: three tries took

async fn fetch_once(attempt: &Attempt, reactor: &Reactor) -> Result<Response, FetchError> {
    drop(Sleep::until(reactor, attempt.starts_at()));
    let address = resolve(attempt).await?;
    let stream = connect(attempt, reactor, address).await?;
    send(attempt, &stream).await?;
    receive(attempt, &stream).await
}
