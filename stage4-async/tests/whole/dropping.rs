//! Dropping a crawl half-way frees all that it has.

use std::sync::Arc;
use std::task::Waker;
use std::thread;
use std::time::{Duration, Instant};

use crate::tools::{block, poll, watched};
use common::Options;
use contract::wait_until;
use futures::channel::oneshot;
use futures::future::{Either, select};
use practice_site::{Answer, Site};
use stage3_futures::reactor::Reactor;
use stage3_futures::timer::{Elapsed, Sleep, Timeout};
use stage4_async::crawl::crawl_on;

/// Longer than the test takes.
const LONG: Duration = Duration::from_secs(60);

/// Starts a site whose pages, except for the first one, send `answer`.
fn site(answer: Answer) -> Arc<Site> {
    let pages: Vec<_> = (0..20).map(|page| format!("/{page}")).collect();
    let site = Site::builder().page("/", Answer::links(&pages)).content(move |_| Some(answer.clone()));
    Arc::new(site.start().unwrap())
}

fn options(site: &Site) -> Options {
    Options { max_tasks: 5, ..Options::new([site.url("/")]) }
}

/// Returns a future that is ready when 5 requests are open.
fn busy(site: &Arc<Site>) -> oneshot::Receiver<()> {
    let (site, (busy, is_busy)) = (Arc::clone(site), oneshot::channel());
    thread::spawn(move || {
        wait_until(&site, |site| site.requests_open() == 5);
        busy.send(())
    });
    is_busy
}

fn assert_all_is_closed(site: &Site) {
    wait_until(site, |site| site.open() == 0);
}

#[test]
fn dropping_a_crawl_closes_every_socket() {
    let site = site(Answer::silent());
    block(async move |reactor| {
        let crawl = Box::pin(crawl_on(reactor, options(&site)));
        let Either::Right((is_busy, crawl)) = select(crawl, busy(&site)).await else {
            panic!("it has ended")
        };
        assert_eq!(is_busy, Ok(()));
        drop(crawl);
        assert_all_is_closed(&site);
    });
}

#[test]
fn a_timeout_during_the_bodies_of_pages_closes_every_socket() {
    let site = site(Answer::html("a body that never ends").dripped_body(LONG));
    block(async move |reactor| {
        let crawl = Box::pin(crawl_on(reactor.clone(), options(&site)));
        let Either::Right((is_busy, crawl)) = select(crawl, busy(&site)).await else {
            panic!("it has ended")
        };
        assert_eq!(is_busy, Ok(()));
        let cut_off = Timeout::until(&reactor, Instant::now(), crawl).await;
        assert_eq!(cut_off.err(), Some(Elapsed));
        assert_all_is_closed(&site);
    });
}

#[test]
fn a_crawl_may_be_dropped_after_any_number_of_polls() {
    let site = site(Answer::html(""));
    watched(move || {
        let reactor = Reactor::new().unwrap();
        for polls in 0.. {
            let mut crawl = Box::pin(crawl_on(reactor.clone(), options(&site)));
            for _ in 0..polls {
                if poll(&mut crawl, Waker::noop()).is_ready() {
                    return assert!(polls > 5, "the crawl was dropped only {polls} times");
                }
                // A timer ends a turn for which no event comes.
                let mut tick = Sleep::new(&reactor, Duration::from_millis(1));
                let _ = poll(&mut tick, Waker::noop());
                reactor.turn(|| false).unwrap();
            }
            drop(crawl);
            assert_all_is_closed(&site);
        }
    });
}
