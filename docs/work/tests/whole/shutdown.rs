//! Graceful shutdown: nothing more is taken, what ends in time is reported, and what does not is cut off.

mod crawl;
#[cfg(unix)]
mod signals;

use std::sync::{Arc, Mutex, mpsc};
use std::time::Duration;

use common::crawl::interrupt::Interrupt;
use common::crawl::progress::{Observer, Progress};
use common::extra::archive::Archive;
use common::{Options, Record, Services};
use contract::wait_until;
use crawl::{HANGS, crawl_watched, drained, outcomes, runtime, site};
use practice_site::{Answer, Site};
use test_tools::watchdog::{BRIEF, watched_within};
use work::crawl::crawl_until;

/// Longer than any test takes.
const LONG: Duration = Duration::from_secs(60);

/// A time for what hangs.
const SHORT: Duration = Duration::from_millis(100);

/// More targets than the owner puts in one poll: tokio makes a task pause after 128 operations.
const MANY: usize = 200;

#[test]
fn what_ends_just_in_time_is_reported_and_what_it_links_to_is_not_fetched() {
    let site = site();
    let report = drained(&site, LONG, None, |site| site.release("/held"));
    let left = "a page was in flight at the interrupt, and ended in time, so the report has it; what it links to is only \
        counted: drain the crawl, and let the owner settle the rest meanwhile";
    assert_eq!(
        (outcomes(&report), report.unfinished),
        (vec!["/ 200".into(), "/held 200".into()], 2),
        "{left}"
    );
}

#[test]
fn what_hangs_is_cut_off_and_counts_as_unfinished() {
    let site = site();
    let report = drained(&site, SHORT, None, |_| {});
    let left =
        "a page was cut off at the deadline, so it is neither done nor failed, and only counts as unfinished";
    assert_eq!((outcomes(&report), report.unfinished), (vec!["/ 200".into()], 2), "{left}");
    wait_until(&site, |site| site.open() == 0);
}

#[test]
fn a_fetch_that_panics_meanwhile_is_reported_and_does_not_hold_up_the_end() {
    let site = site();
    let panics = Archive::new(|url, _| assert_ne!(url.path(), "/held", "a hook may panic"));
    let report = drained(&site, LONG, Some(panics), |site| site.release("/held"));
    assert_eq!((outcomes(&report), report.unfinished), (vec!["/ 200".into(), "/held panic".into()], 1));
}

#[test]
fn a_shutdown_before_the_start_fetches_nothing() {
    let site = site();
    // Many times, because `select!` may look at the interrupt first by chance.
    for _ in 0..20 {
        let roots = (0..MANY).map(|root| site.url(&format!("/{root}")));
        let services = Services::new(Options { max_tasks: MANY, ..Options::new(roots) });
        services.interrupt.trigger();
        let report = crawl_watched(services, LONG);
        let done = (report.records.len(), report.unfinished, site.requests());
        assert_eq!(
            done,
            (0, MANY, 0),
            "the crawl was interrupted before its start, and it asks for pages all the same (pages in the report, unfinished, \
            requests): look at the interrupt first, each time (`select!` begins with any arm, unless it is `biased`)"
        );
    }
}

/// Triggers an interrupt in the poll in which a worker hands in the outcome of a page.
struct Interrupts(Interrupt);

impl Observer for Interrupts {
    fn ended(&self, _: &Record) {
        self.0.trigger();
    }
}

#[test]
fn a_shutdown_while_targets_are_found_fetches_none_of_them() {
    // Many times, because `select!` may look at the interrupt first by chance.
    for _ in 0..20 {
        let links = (0..MANY).map(|link| format!("/{link}"));
        let site = Site::builder().page("/", Answer::links(links)).start().unwrap();
        let mut services = Services::new(Options { max_tasks: MANY, ..Options::new([site.url("/")]) });
        services.progress = Progress::observed_by(Arc::new(Interrupts(services.interrupt.clone())));
        let report = crawl_watched(services, LONG);
        assert_eq!(
            (report.records.len(), report.unfinished, site.requests()),
            (1, MANY, 1),
            "the crawl was interrupted while a worker handed in a page with {MANY} links, and links are fetched all the same \
            (pages in the report, unfinished, requests): the owner has put them before the interrupt was looked at. Look at it \
            first in each poll, and not only at the start (`select!` begins with any arm, unless it is `biased`)"
        );
    }
}

#[test]
fn a_crawl_that_nothing_interrupts_triggers_no_interrupt() {
    let site = Site::builder().page("/", Answer::links(["/"])).start().unwrap();
    // So many workers do not end within the millisecond after which a timer is late.
    let services = Services::new(Options { max_tasks: 5000, ..Options::new([site.url("/")]) });
    let interrupt = services.interrupt.clone();
    let report = crawl_watched(services, Duration::ZERO);
    assert_eq!(outcomes(&report), ["/ 200"]);
    assert!(
        !interrupt.is_triggered(),
        "no page is open any more, nothing has interrupted the crawl, and `crawl_until` has triggered its caller's interrupt: the \
        program would say that it was interrupted. Only an interrupt is followed by `drain`, which triggers its `end` at the \
        deadline; without a `grace`, that is at once, and `end` is the caller's interrupt"
    );
}

/// Sends the number of links of each page.
struct Links(mpsc::Sender<u32>);

impl Observer for Links {
    fn ended(&self, record: &Record) {
        let _ = self.0.send(record.links);
    }
}

#[test]
fn what_is_cut_off_searches_for_no_more_links() {
    let site = site();
    let mut services = Services::new(Options::new([site.url("/")]));
    let ((links, searched), (release, released)) = (mpsc::channel(), mpsc::channel::<()>());
    let (interrupt, released) = (services.interrupt.clone(), Mutex::new(released));
    services.progress = Progress::observed_by(Arc::new(Links(links)));
    // It runs until the crawl has ended, and the search for links comes after it.
    services.archive = Some(Archive::new(move |_, _| {
        interrupt.trigger();
        let _ = released.lock().unwrap().recv();
    }));
    let crawl = move || {
        let runtime = runtime();
        let report = runtime.block_on(crawl_until(services.into(), SHORT));
        drop(release);
        // The drop of the runtime waits for the computation.
        report
    };
    let report = watched_within(BRIEF, crawl, || HANGS.to_owned());
    assert_eq!((outcomes(&report), report.unfinished), (vec![], 1), "a page was cut off at the deadline");
    assert_eq!(
        searched.try_recv(),
        Ok(0),
        "a page was cut off at the deadline, and its search for links ran on (left: links). It looks at the crawl's own interrupt, \
        `services.interrupt`: that one is the `end` of the drain, and the caller's only begins it"
    );
}
