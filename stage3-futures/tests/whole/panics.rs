//! A panic in a fetch costs its page, but not the worker that polls it.

use std::convert::Infallible;
use std::future::poll_fn;
use std::mem;
use std::pin::Pin;
use std::task::{Context, Poll};

use common::Options;
use contract::wait_until;
use practice_site::{Answer, Site};
use stage3_futures::crawl::{Crawl, Work};
use test_tools::waker::acting_waker;

use crate::tools::run;

/// Polls `work`, the first time with a waker that panics when its last clone is dropped. The fetch leaves it with the
/// reactor, and the next poll, with another waker, drops it: the fetch panics.
fn trapped(mut work: Work) -> impl Future<Output = Infallible> {
    let mut is_set = false;
    poll_fn(move |cx| {
        if !mem::replace(&mut is_set, true) {
            let trap = acting_waker(|| panic!("the waker is dropped"));
            let waits = Pin::new(&mut work).poll(&mut Context::from_waker(&trap));
            assert_eq!(waits, Poll::Pending);
        }
        Pin::new(&mut work).poll(cx)
    })
}

#[test]
fn the_only_worker_goes_on_with_the_next_page() {
    let silent = Site::builder().page("/0", Answer::silent()).content(|_| Some(Answer::links(["/behind"])));
    let site = silent.start().unwrap();
    let roots = ["/0", "/1", "/2"].map(|path| site.url(path));
    let options = Options { max_tasks: 1, ..Options::new(roots) };
    let report = run(async move |reactor, spawner| {
        let report =
            Crawl::new(&options, &reactor, |work| spawner.spawn(trapped(work)).cancel_on_drop()).await;
        wait_until(&site, |site| site.open() == 0);
        report
    });
    let kinds: Vec<_> = report.records.iter().map(|record| record.failure().unwrap_or_default()).collect();
    assert_eq!(kinds, ["panic", "", "", ""]);
    assert_eq!(report.unfinished, 0);
}
