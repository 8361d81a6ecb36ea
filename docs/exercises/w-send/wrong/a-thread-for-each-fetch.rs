//! A thread with a runtime of its own needs no `Send`.
//!
//! It is stage 1 again. And when the fetch is dropped, the thread goes on, and has the connection.
//!
//! Dies: send::a_dropped_fetch_closes_its_connection
//! Says: a thread or a task that the fetch has started

pub async fn fetch_in_turn(
    target: &Target,
    options: &Arc<Options>,
    turns: Option<&Turns>,
) -> Result<Response, FetchError> {
    let (target, options, turns) = (target.clone(), Arc::clone(options), turns.cloned());
    let (sender, fetched) = tokio::sync::oneshot::channel();
    std::thread::spawn(move || {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
        let (turns, mut attempt) = (turns.as_ref(), Attempt::first(&target, &options));
        let fetched = runtime.block_on(async {
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
        });
        let _ = sender.send(fetched);
    });
    fetched.await.expect("the thread does not panic")
}
