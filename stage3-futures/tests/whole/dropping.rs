//! Dropping a crawl half-way frees all that it has.

use std::sync::Arc;
use std::thread;

use crate::tools::run;
use common::Options;
use contract::wait_until;
use futures::channel::oneshot;
use futures::future::{Either, select};
use practice_site::{Answer, Site};
use stage3_futures::crawl::Crawl;

#[test]
fn dropping_a_crawl_cancels_its_workers_and_closes_every_socket() {
    let pages: Vec<_> = (0..20).map(|page| format!("/{page}")).collect();
    let site = Site::builder().page("/", Answer::links(&pages)).content(|_| Some(Answer::silent()));
    let site = Arc::new(site.start().unwrap());
    let options = Options { max_tasks: 5, ..Options::new([site.url("/")]) };

    let (busy, is_busy) = oneshot::channel();
    let watched = Arc::clone(&site);
    let watcher = thread::spawn(move || {
        wait_until(&watched, |site| site.requests_open() == 5);
        busy.send(())
    });
    run(async move |reactor, spawner| {
        let crawl = Crawl::new(&options, &reactor, |work| spawner.spawn(work).cancel_on_drop());
        let Either::Right((is_busy, crawl)) = select(crawl, is_busy).await else { panic!("it has ended") };
        assert_eq!(is_busy, Ok(()));
        drop(crawl);
        // The executor is alive: the sockets are closed because the crawl is dropped.
        wait_until(&site, |site| site.open() == 0);
    });
    watcher.join().unwrap().unwrap();
}
