//! The interrupt is looked at when the work is done.
//!
//! Then there is nothing left to stop. It must be awaited beside the work.
//!
//! Dies: whole::shutdown::what_ends_just_in_time_is_reported_and_what_it_links_to_is_not_fetched
//! Says: it must be noticed while the crawl works

pub async fn crawl_until(Job { services, frontier }: Job, grace: Duration) -> Report {
    let (services, interrupt) = end_after_drain(services, grace);
    let (mut workers, queue, mut outcomes, stop) = start_workers(&services);
    let mut owner = Owner::new(&services, frontier);
    owner.work(&queue, &mut outcomes).await;
    if interrupt.is_triggered() {
        stop.cancel();
        drop(queue);
        drain(&mut workers, &services.interrupt, grace, owner.settle_the_rest(&mut outcomes)).await;
    }
    owner.frontier.finish()
}
