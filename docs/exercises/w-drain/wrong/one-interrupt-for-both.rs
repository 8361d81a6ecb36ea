//! There is one interrupt, and it ends everything.
//!
//! There are two. The caller's begins the shutdown, and is triggered already. Computations look at the crawl's own.
//!
//! Dies: whole::shutdown::what_is_cut_off_searches_for_no_more_links
//! Says: that one is the `end` of the drain

pub async fn crawl_until(job: Job, hosts: Hosts, grace: Duration) -> Report {
    let (services, interrupt) = end_after_drain(job.services, grace);
    let Workers { mut tasks, queue, mut outcomes, stop } = start_workers(&services, hosts);
    let mut owner = Owner::new(&services, job.frontier);
    tokio::select! {
        biased;
        () = interrupted(&interrupt) => {
            stop.cancel();
            drop(queue);
            drain(&mut tasks, &interrupt, grace, owner.settle_the_rest(&mut outcomes)).await;
        }
        () = owner.work(&queue, &mut outcomes) => {}
    }
    owner.frontier.finish()
}
