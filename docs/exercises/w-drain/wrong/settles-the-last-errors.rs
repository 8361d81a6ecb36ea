//! After the deadline, each worker hands in its last outcome.
//!
//! Its fetch has failed because the crawl ends, and the report would say that the page is broken.
//!
//! Dies: parts::drain::what_comes_of_the_end_is_awaited_and_not_settled
//! Says: the report would blame the page

pub async fn drain(
    workers: &mut JoinSet<()>,
    end: &Interrupt,
    grace: Duration,
    rest: impl Future<Output = ()>,
) {
    say_ending(grace);
    let mut rest = std::pin::pin!(rest);
    if timeout(grace, &mut rest).await.is_err() {
        end.trigger();
        let _ = timeout(grace, rest).await;
        workers.shutdown().await;
    }
}
