//! `select!` looks at its first arm first.
//!
//! It begins with any arm. If that is the work, targets are put, and taken, before the interrupt is noticed.
//!
//! Dies: whole::shutdown::a_shutdown_before_the_start_fetches_nothing
//! Says: unless it is `biased`

pub async fn crawl_until(job: Job, grace: Duration) -> Report {
    let (services, interrupt) = end_after_drain(job.services, grace);
    let Workers { mut tasks, queue, mut outcomes, stop } = start_workers(&services);
    let mut owner = Owner::new(&services, job.frontier);
    tokio::select! {
        () = interrupted(&interrupt) => {
            stop.cancel();
            drop(queue);
            drain(&mut tasks, &services.interrupt, grace, owner.settle_the_rest(&mut outcomes)).await;
        }
        () = owner.work(&queue, &mut outcomes) => {}
    }
    owner.frontier.finish()
}
