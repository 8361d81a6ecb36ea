//! A thread with a runtime of its own needs no `Send`.
//!
//! It is stage 1 again. And when the fetch is dropped, the thread goes on, and has the connection.
//!
//! Dies: send::a_dropped_fetch_closes_its_connection
//! Says: a thread or a task that the fetch has started

pub async fn fetch(target: &Target, services: &Arc<Services>) -> Result<Response, FetchError> {
    let (target, services) = (target.clone(), Arc::clone(services));
    let (sender, fetched) = tokio::sync::oneshot::channel();
    std::thread::spawn(move || {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
        let mut attempt = Attempt::start(&target, &services);
        let fetched = runtime.block_on(async {
            loop {
                let fetched = timeout(attempt.deadline(), fetch_once(&mut attempt)).await;
                match fetched.unwrap_or_else(|Elapsed| Err(attempt.timed_out())) {
                    Ok(response) => return Ok(attempt.finish(response)),
                    Err(error) => attempt.again(error)?,
                }
            }
        });
        let _ = sender.send(fetched);
    });
    fetched.await.expect("the thread does not panic")
}
