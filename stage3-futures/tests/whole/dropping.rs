//! Dropping a crawl half-way frees all that it has.

use std::future::poll_fn;
use std::task::Poll;

use common::Options;
use contract::wait_until;
use futures::future::{Either, select};
use practice_site::{Answer, Site};
use stage3_futures::crawl::Crawl;

use crate::tools::run;

#[test]
fn dropping_a_crawl_cancels_its_workers_and_closes_every_socket() {
    let pages: Vec<_> = (0..20).map(|page| format!("/{page}")).collect();
    let site = Site::builder().page("/", Answer::links(&pages)).content(|_| Some(Answer::silent()));
    let site = site.start().unwrap();
    let options = Options { max_tasks: 5, ..Options::new([site.url("/")]) };
    run(async move |reactor, spawner| {
        let crawl = Crawl::new(options.into(), &reactor, |work| spawner.spawn(work).cancel_on_drop());
        let is_busy = poll_fn(|cx| {
            cx.waker().wake_by_ref();
            if site.requests_open() == 5 { Poll::Ready(()) } else { Poll::Pending }
        });
        let Either::Right(((), crawl)) = select(crawl, is_busy).await else { panic!("it has ended") };
        drop(crawl);
        // The executor is alive: the sockets are closed because the crawl is dropped.
        wait_until(&site, |site| site.open() == 0);
    });
}
