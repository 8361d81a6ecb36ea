//! Sleeping costs nothing, because the processor is free meanwhile.
//!
//! The processor is free, but the only thread that polls the other fetches is asleep.
//!
//! Dies: blocking::a_fetch_that_waits_for_its_turn_lets_others_run
//! Says: the wait for a turn blocks the thread

async fn fetch_once(attempt: &Attempt, reactor: &Reactor) -> Result<Response, FetchError> {
    let pause = attempt.starts_at().saturating_duration_since(std::time::Instant::now());
    std::thread::sleep(pause);
    let address = resolve(attempt).await?;
    let stream = connect(attempt, reactor, address).await?;
    send(attempt, &stream).await?;
    receive(attempt, &stream).await
}
