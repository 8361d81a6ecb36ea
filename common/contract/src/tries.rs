//! Tries: which errors are tried again, and how often.

use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use common::fetch::resolve::Resolver;
use common::{Record, Report};
use practice_site::{Answer, Reset, Site};

use super::Stage;
use super::tools::{defaults, kind, named, page, record, record_of, refusing, site, start};

/// Crawls a site with this one page. Returns its record, and how often it was requested.
fn tried(stage: &Stage, answer: Answer) -> (Record, usize) {
    let site = site([("/", answer)]);
    let report = stage.crawl(&site, defaults);
    (only_record(report), site.hits("/"))
}

/// Crawls a site of one page, whose host `find` looks up, given the number of lookups before and the site's address.
/// Returns the page's record, and the number of lookups.
fn found(
    stage: &Stage,
    find: impl Fn(usize, SocketAddr) -> io::Result<Vec<SocketAddr>> + Send + Sync + 'static,
) -> (Record, usize) {
    let site = site([("/", page())]);
    let address = site.address();
    let lookups = Arc::new(AtomicUsize::new(0));
    let counter = Arc::clone(&lookups);
    let report = stage.crawl(&site, |options| {
        options.roots = vec![named(&site, "site.test", "/")];
        options.resolver = Resolver::new(move |_, _| find(counter.fetch_add(1, Ordering::Relaxed), address));
    });
    (only_record(report), lookups.load(Ordering::Relaxed))
}

#[track_caller]
fn only_record(mut report: Report) -> Record {
    assert_eq!(report.records.len(), 1);
    report.records.remove(0)
}

fn unknown() -> io::Error {
    io::Error::other("no such host")
}

pub(super) fn a_page_that_is_reset_once_is_fetched_on_the_second_try(stage: &Stage) {
    let (record, hits) = tried(stage, Answer::sequence([page().reset(Reset::Request), page()]));
    assert_eq!((record.status, record.tries, hits), (Some(200), 2, 2));
}

pub(super) fn a_reset_in_any_phase_is_an_error(stage: &Stage) {
    for reset in [Reset::Request, Reset::Head, Reset::Body] {
        let site = site([("/", page().reset(reset))]);
        let report = stage.crawl(&site, |options| options.max_tries = 2);
        assert_eq!(kind(record(&report, &site, "/")), "reset", "{reset:?}");
        assert_eq!(site.hits("/"), 2, "{reset:?}");
    }
}

pub(super) fn a_reset_before_the_request_is_an_error(stage: &Stage) {
    let site = start(Site::builder().page("/", page()).reset_on_accept(u64::MAX));
    let report = stage.crawl(&site, |options| options.max_tries = 3);
    assert_eq!(kind(record(&report, &site, "/")), "reset");
    assert_eq!(site.connections(), 3);
}

pub(super) fn a_connection_that_is_reset_at_first_is_tried_again(stage: &Stage) {
    let site = start(Site::builder().page("/", page()).reset_on_accept(2));
    let report = stage.crawl(&site, defaults);
    assert_eq!(record(&report, &site, "/").status, Some(200));
    assert_eq!(record(&report, &site, "/").tries, 3);
}

pub(super) fn after_max_tries_the_page_is_given_up(stage: &Stage) {
    let (record, hits) = tried(stage, page().reset(Reset::Request));
    assert_eq!((kind(&record), record.tries, hits), ("reset".to_owned(), 4, 4));
}

pub(super) fn with_max_tries_of_1_there_is_no_second_try(stage: &Stage) {
    let site = site([("/", Answer::sequence([page().reset(Reset::Request), page()]))]);
    let report = stage.crawl(&site, |options| options.max_tries = 1);
    assert_eq!(kind(record(&report, &site, "/")), "reset");
    assert_eq!(site.hits("/"), 1);
}

pub(super) fn a_page_that_is_given_up_does_not_end_the_crawl(stage: &Stage) {
    let site = site([
        ("/", Answer::links(["/broken", "/fine"])),
        ("/broken", page().reset(Reset::Request)),
        ("/fine", Answer::links(["/behind"])),
    ]);
    let report = stage.crawl(&site, defaults);
    assert_eq!(site.hits("/behind"), 1);
    assert_eq!(report.records.len(), 4);
    assert_eq!(report.unfinished, 0);
}

pub(super) fn a_refused_connection_is_tried_again(stage: &Stage) {
    let (_socket, refused) = refusing();
    let (record, lookups) = found(stage, move |_, _| Ok(vec![refused]));
    assert_eq!((kind(&record), record.tries), ("connect".to_owned(), 4));
    assert_eq!(lookups, 1, "the address is known");
}

pub(super) fn every_address_of_a_host_is_tried_in_turn(stage: &Stage) {
    let sockets = [refusing(), refusing()];
    let [one, two] = [sockets[0].1, sockets[1].1];
    let (record, _) = found(stage, move |_, address| Ok(vec![one, two, address]));
    assert_eq!((record.status, record.tries), (Some(200), 1));
}

pub(super) fn an_unknown_host_is_looked_up_again(stage: &Stage) {
    let (record, lookups) = found(stage, |_, _| Err(unknown()));
    assert_eq!((kind(&record), record.tries, lookups), ("dns".to_owned(), 4, 4));
}

pub(super) fn a_host_without_an_address_is_unknown(stage: &Stage) {
    let (record, _) = found(stage, |_, _| Ok(Vec::new()));
    assert_eq!((kind(&record), record.tries), ("dns".to_owned(), 4));
}

pub(super) fn a_lookup_that_fails_once_is_tried_again(stage: &Stage) {
    let (record, lookups) = found(stage, |before, address| match before {
        0 => Err(unknown()),
        _ => Ok(vec![address]),
    });
    assert_eq!((record.status, record.tries, lookups), (Some(200), 2, 2));
}

pub(super) fn an_unknown_host_costs_only_its_pages(stage: &Stage) {
    let site = site([("/", Answer::links(["/a"]))]);
    let address = site.address();
    let unknown_root = named(&site, "unknown.test", "/");
    let report = stage.crawl(&site, |options| {
        options.roots.push(unknown_root.clone());
        options.resolver = Resolver::new(move |host, _| match host {
            "unknown.test" => Err(unknown()),
            _ => Ok(vec![address]),
        });
    });
    assert_eq!(kind(record_of(&report, &unknown_root)), "dns");
    assert_eq!(site.paths(), ["/", "/a"]);
}

pub(super) fn a_connection_closed_without_a_byte_is_tried_again(stage: &Stage) {
    let (record, hits) = tried(stage, Answer::sequence([Answer::raw(""), page()]));
    assert_eq!((record.status, record.tries, hits), (Some(200), 2, 2));
}

pub(super) fn a_truncated_body_is_tried_again(stage: &Stage) {
    let whole = Answer::html("<a href=#whole></a>");
    let (record, hits) = tried(stage, Answer::sequence([whole.clone().cut(90), whole]));
    assert_eq!((record.status, record.tries, hits), (Some(200), 2, 2));
}

pub(super) fn a_malformed_answer_is_not_tried_again(stage: &Stage) {
    let (record, hits) = tried(stage, Answer::raw("What did you say?\r\n\r\n"));
    assert_eq!((kind(&record), record.tries, hits), ("bad-response".to_owned(), 1, 1));
}

pub(super) fn an_answer_that_is_too_large_is_not_tried_again(stage: &Stage) {
    let (record, hits) = tried(stage, Answer::endless());
    assert_eq!((kind(&record), record.tries, hits), ("too-large".to_owned(), 1, 1));
}

pub(super) fn an_error_page_is_an_answer_and_not_tried_again(stage: &Stage) {
    for status in [404, 500, 503] {
        let (record, hits) = tried(stage, Answer::error(status));
        assert_eq!((record.status, record.tries, hits), (Some(status), 1, 1));
    }
}
