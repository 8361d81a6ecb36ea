//! Ends: a crawl ends when it is done or interrupted, and leaves nothing behind.

use std::sync::Arc;
use std::time::Duration;

use common::Options;
use practice_site::{Answer, Site};

use super::Stage;
use super::running::wait_until;
use super::tools::{OnAnswer, kind, page, pages_of, paths, site_holding, start};

/// No answer is released before the report, so a crawl that waited for one would hang. A fetch in flight may continue to
/// its end: a thread that waits in the kernel must.
pub fn an_interrupted_crawl_reports_what_is_done_and_starts_nothing_more(stage: &Stage) {
    let site = site_holding(pages_of([("/", Answer::links(paths(20)))]), &paths(20));
    let crawl = stage.begin(&site, |options| options.max_tasks = 3);
    wait_until(&site, |site| site.requests() == 1 + stage.at_once(3) as u64);
    let in_flight = site.unanswered();
    crawl.interrupt.trigger();
    let report = crawl.finish();
    let urls: Vec<_> = report.records.iter().map(|record| &*record.url).collect();
    assert_eq!(urls, [&site.url("/")]);
    assert_eq!(report.unfinished, 20, "requested or not");
    // Release one page after the other: a worker that started another fetch would keep a connection open.
    for (path, left) in in_flight.iter().zip((0..in_flight.len()).rev()) {
        site.release(path);
        wait_until(&site, |site| site.open() <= left);
    }
    assert_eq!(site.requests(), 1 + in_flight.len() as u64, "the root, and some of its links");
}

pub fn a_crawl_interrupted_before_its_start_does_nothing(stage: &Stage) {
    let site = start(pages_of([("/", page())]).hold("/"));
    let services = web::services(Options::new([site.url("/")]));
    services.interrupt.trigger();
    let report = stage.begin_with(&site, services).finish();
    assert!(report.records.is_empty());
    assert_eq!(report.unfinished, 1);
}

pub fn no_connection_outlives_the_crawl(stage: &Stage) {
    let site = start(pages_of([
        ("/", Answer::links(paths(50))),
        ("/0", Answer::endless()),
        ("/1", Answer::raw("?")),
    ]));
    stage.crawl(&site, |options| options.max_body = 10_000);
    wait_until(&site, |site| site.open() == 0);
    assert_eq!(site.requests(), 51);
}

/// The hook runs before the links are read, which may take longer than a server waits.
pub fn a_connection_is_closed_before_its_page_is_read(stage: &Stage) {
    let pages = pages_of([("/", Answer::links(["/a", "/b"])), ("/b", page().without_length())]);
    // The site closes a connection that the crawl keeps for the next request.
    let site = Arc::new(start(pages.idle_limit(Duration::from_millis(20))));
    let watched = Arc::clone(&site);
    let mut services = web::services(Options { max_tasks: 1, ..Options::new([site.url("/")]) });
    services.door.add(Arc::new(OnAnswer(move || wait_until(&watched, |site| site.open() == 0))));
    let report = stage.begin_with(&site, services).finish();
    let kinds: Vec<_> = report.records.iter().map(kind).collect();
    assert_eq!(kinds, ["200", "404", "200"]);
}

pub fn a_crawl_of_nothing_ends(stage: &Stage) {
    let site = start(Site::builder());
    let report = stage.crawl(&site, |options| options.roots.clear());
    assert!(report.records.is_empty());
    assert!(!report.has_root());
}
