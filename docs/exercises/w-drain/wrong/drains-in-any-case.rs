//! A crawl that is done has nothing to drain, so `drain` may follow in any case.
//!
//! Without a `grace`, the deadline has come at once. `drain` then triggers `end`, which is the caller's interrupt.
//!
//! Dies: whole::shutdown::a_crawl_that_nothing_interrupts_triggers_no_interrupt
//! Says: Only an interrupt is followed by `drain`

pub async fn crawl_until(job: Job, hosts: Hosts, grace: Duration) -> Report {
    let (services, interrupt) = end_after_drain(job.services, grace);
    let Workers { mut tasks, queue, mut outcomes, stop } = start_workers(&services, hosts);
    let mut owner = Owner::new(&services, job.frontier);
    tokio::select! {
        biased;
        () = interrupted(&interrupt) => {}
        () = owner.work(&queue, &mut outcomes) => {}
    }
    stop.cancel();
    drop(queue);
    drain(&mut tasks, &services.interrupt, grace, owner.settle_the_rest(&mut outcomes)).await;
    owner.frontier.finish()
}
