//! The report is what is settled at the interrupt.
//!
//! The drain waits for pages, and drops them, because nothing settles them.
//!
//! Dies: whole::shutdown::what_ends_just_in_time_is_reported_and_what_it_links_to_is_not_fetched
//! Says: let the owner settle the rest meanwhile

pub async fn crawl_until(Job { services, frontier }: Job, grace: Duration) -> Report {
    let (services, interrupt) = end_after_drain(services, grace);
    let (mut workers, queue, mut outcomes, stop) = start_workers(&services);
    let mut owner = Owner::new(&services, frontier);
    tokio::select! {
        biased;
        () = interrupted(&interrupt) => {
            stop.cancel();
            drop(queue);
            let rest = async { while outcomes.recv().await.is_some() {} };
            drain(&mut workers, &services.interrupt, grace, rest).await;
        }
        () = owner.work(&queue, &mut outcomes) => {}
    }
    owner.frontier.finish()
}
