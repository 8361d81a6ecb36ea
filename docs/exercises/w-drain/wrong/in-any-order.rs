//! `select!` looks at its first arm first.
//!
//! It begins with any arm. If that is the work, targets are put, and taken, before the interrupt is noticed.
//!
//! Dies: whole::shutdown::a_shutdown_before_the_start_fetches_nothing
//! Says: unless it is `biased`

pub async fn crawl_until(options: Options, grace: Duration) -> Report {
    let (options, interrupt) = end_after_drain(options, grace);
    let (mut workers, queue, mut outcomes, stop) = start_workers(&options);
    let mut owner = Owner::new(&options);
    tokio::select! {
        () = interrupted(&interrupt) => {
            stop.cancel();
            drop(queue);
            drain(&mut workers, &options.services.interrupt, grace, owner.settle_the_rest(&mut outcomes)).await;
        }
        () = owner.work(&queue, &mut outcomes) => {}
    }
    owner.frontier.into_report()
}
