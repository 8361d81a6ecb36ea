//! Dropping the queue ends the workers.
//!
//! They take what is still in the channel first, and only then `None`.
//!
//! Dies: whole::shutdown::what_ends_just_in_time_is_reported_and_what_it_links_to_is_not_fetched
//! Says: a page was asked for after the interrupt

pub async fn crawl_until(job: Job, hosts: Hosts, grace: Duration) -> Report {
    let (services, interrupt) = end_after_drain(job.services, grace);
    let Workers { mut tasks, queue, mut outcomes, stop } = start_workers(&services, hosts);
    let mut owner = Owner::new(&services, job.frontier);
    tokio::select! {
        biased;
        () = interrupted(&interrupt) => {
            drop(queue);
            drain(&mut tasks, &services.interrupt, grace, owner.settle_the_rest(&mut outcomes)).await;
        }
        () = owner.work(&queue, &mut outcomes) => {}
    }
    owner.frontier.finish()
}
