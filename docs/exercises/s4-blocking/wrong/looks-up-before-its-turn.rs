//! The address may as well be found first.
//!
//! The name server is a server, too. A try after a failed lookup would ask it again at once.
//!
//! Dies: blocking::a_fetch_sleeps_until_its_turn_and_until_its_name_is_found
//! Says: a try looked its name up

async fn fetch_once(attempt: &Attempt, reactor: &Reactor) -> Result<Response, FetchError> {
    let address = resolve(attempt).await?;
    Sleep::until(reactor, attempt.starts_at()).await;
    let stream = connect(attempt, reactor, address).await?;
    send(attempt, &stream).await?;
    receive(attempt, &stream).await
}
