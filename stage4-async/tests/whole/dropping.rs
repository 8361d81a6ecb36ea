//! Dropping a crawl half-way frees all that it has.

use std::task::Waker;
use std::time::Duration;

use common::Options;
use contract::wait_until;
use practice_site::{Answer, Site};
use stage3_futures::reactor::Reactor;
use stage3_futures::timer::Sleep;
use stage4_async::crawl::crawl_on;
use test_tools::watchdog::watched;

use crate::tools::poll;

#[test]
fn a_crawl_that_is_dropped_after_any_number_of_polls_closes_every_socket() {
    let pages: Vec<_> = (0..20).map(|page| format!("/{page}")).collect();
    let site = Site::builder().page("/", Answer::links(&pages)).content(|_| Some(Answer::html("")));
    let site = site.start().unwrap();
    watched(move || {
        let reactor = Reactor::new().unwrap();
        for polls in 0.. {
            let options = Options { max_tasks: 5, ..Options::new([site.url("/")]) };
            let mut crawl = Box::pin(crawl_on(reactor.clone(), options));
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
            wait_until(&site, |site| site.open() == 0);
        }
    });
}
