//! Crawls that are told to end.

use std::panic::resume_unwind;
use std::time::Duration;

use common::extra::archive::Archive;
use common::{Options, Record, Report, Services};
use contract::wait_until;
use practice_site::{Answer, Site};
use test_tools::watchdog::{BRIEF, watched_within};
use tokio::runtime::{Builder, Runtime};
use work::crawl::crawl_until;

pub const HANGS: &str = "the crawl was interrupted, and does not end, though nothing is in flight any more or its time is over: after the \
    interrupt, `stop` is cancelled, nothing is put into the queue, and only `drain` is awaited, which settles the rest";

pub fn runtime() -> Runtime {
    Builder::new_current_thread().enable_all().build().unwrap()
}

/// Crawls on one thread, watched. So the crawl notices an interrupt before it reads an answer that comes after it.
pub fn crawl_watched(services: Services, grace: Duration) -> Report {
    watched_within(
        BRIEF,
        move || runtime().block_on(crawl_until(services.into(), grace)),
        || HANGS.to_owned(),
    )
}

/// Starts a site on which `/` links to `/held`, which is answered when it is released, and to `/more`.
pub fn site() -> Site {
    let held = Answer::links(["/late"]);
    Site::builder()
        .page("/", Answer::links(["/held", "/more"]))
        .page("/held", held)
        .hold("/held")
        .start()
        .unwrap()
}

/// Crawls with one task until `/held` has been asked for. Then it interrupts the crawl, which has the time `grace`, and calls
/// `meanwhile` when the crawl knows of it.
pub fn drained(site: &Site, grace: Duration, hook: Option<Archive>, meanwhile: impl FnOnce(&Site)) -> Report {
    let mut services = Services::new(Options { max_tasks: 1, ..Options::new([site.url("/")]) });
    services.archive = hook;
    let interrupt = services.interrupt.clone();
    let crawl = std::thread::spawn(move || crawl_watched(services, grace));
    wait_until(site, |site| site.unanswered() == ["/held"]);
    interrupt.trigger();
    meanwhile(site);
    let report = crawl.join().unwrap_or_else(|panic| resume_unwind(panic));
    assert_eq!(
        site.requests(),
        2,
        "a page was asked for after the interrupt (left: requests): it must be noticed while the crawl works, and tell the \
        workers to `stop` before anything else"
    );
    report
}

/// Returns the path and the status, or else the kind of the error, of each record.
pub fn outcomes(report: &Report) -> Vec<String> {
    let of = |record: &Record| {
        let error = || record.error.as_ref().map(|error| error.cause.kind().to_owned());
        let status = record.status.map(|status| status.to_string());
        format!("{} {}", record.url.path(), status.or_else(error).unwrap())
    };
    report.records.iter().map(of).collect()
}
