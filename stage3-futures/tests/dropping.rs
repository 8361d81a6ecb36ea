//! Dropping a crawl half-way frees all that it has.

mod tools;

use std::sync::Arc;
use std::thread;

use common::Options;
use futures::channel::oneshot;
use futures::future::{Either, select};
use practice_site::{Answer, Site};
use stage3_futures::crawl::Crawl;
use tools::{HUNG, run};

#[test]
fn dropping_a_crawl_cancels_its_workers_and_closes_every_socket() {
    let pages: Vec<_> = (0..20).map(|page| format!("/{page}")).collect();
    let site = Site::builder().page("/", Answer::links(&pages)).content(|_| Some(Answer::silent()));
    let site = Arc::new(site.start().unwrap());
    let options = Options { max_tasks: 5, timeout: HUNG, ..Options::new([site.url("/")]) };

    let (busy, is_busy) = oneshot::channel();
    let watched = Arc::clone(&site);
    let watcher =
        thread::spawn(move || busy.send(watched.wait_until(|site| site.requests_open() == 5, HUNG)));
    run(async move |reactor, spawner| {
        let crawl = Crawl::new(&options, &reactor, |work| spawner.spawn(work).cancel_on_drop());
        let Either::Right((is_busy, crawl)) = select(crawl, is_busy).await else { panic!("it has ended") };
        assert_eq!(is_busy, Ok(true));
        drop(crawl);
        // The executor is alive: the sockets are closed because the crawl is dropped.
        assert!(site.wait_until(|site| site.open() == 0, HUNG), "{} are open", site.open());
    });
    watcher.join().unwrap().unwrap();
}
