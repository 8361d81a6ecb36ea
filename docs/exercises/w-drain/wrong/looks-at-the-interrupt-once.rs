//! After a look at the interrupt, the order of the arms does not matter.
//!
//! The interrupt may come later, together with an outcome. If the work is first, its links are put, and taken.
//!
//! Dies: whole::shutdown::a_shutdown_while_targets_are_found_fetches_none_of_them
//! Says: and not only at the start

pub async fn crawl_until(job: Job, grace: Duration) -> Report {
    let (services, interrupt) = end_after_drain(job.services, grace);
    let Workers { mut tasks, queue, mut outcomes, stop } = start_workers(&services);
    let mut owner = Owner::new(&services, job.frontier);
    if !interrupt.is_triggered() {
        tokio::select! {
            () = interrupted(&interrupt) => {}
            () = owner.work(&queue, &mut outcomes) => {}
        }
    }
    if interrupt.is_triggered() {
        stop.cancel();
        drop(queue);
        drain(&mut tasks, &services.interrupt, grace, owner.settle_the_rest(&mut outcomes)).await;
    }
    owner.frontier.finish()
}
