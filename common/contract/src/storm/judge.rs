//! What must hold of a crawl, whatever its site does.

use std::io::{Read, Write};
use std::net::TcpStream;

use common::crawl::interrupt::Interrupt;
use common::crawl::strategy::Crawl;
use common::report::report_order;
use common::{Options, Record, Report};
use practice_site::Site;
use url::{Position, Url};

use super::case::Case;
use super::ground::Ground;
use super::model::predict;
use super::page::{Content, Page, path};
use crate::running::{Running, wait_until};
use crate::tools::kind;

/// Crawls `case` on `ground`, or on a new one if connections are to be reset.
///
/// # Panics
/// If the crawl breaks the contract.
pub(super) fn crawl(crawl: Crawl, case: &Case, seed: u64, ground: &mut Ground) {
    match case.resets {
        0 => crawl_on(crawl, case, seed, ground),
        resets => crawl_on(crawl, case, seed, &mut Ground::start(resets)),
    }
}

fn crawl_on(crawl: Crawl, case: &Case, seed: u64, ground: &mut Ground) {
    let prefix = ground.take(case, seed);
    let site = &ground.site;
    let mut options = Options::new([site.url(&path(&prefix, 0))]);
    case.apply(&mut options);
    let before = site.requests();
    // The watchdog triggers the interrupt at the end, which must not affect the prediction.
    let watched = Options { interrupt: Interrupt::default(), ..options.clone() };
    let report = Running::start(crawl, site, watched).finish();
    let requests = site.requests() - before;
    every_connection_is_closed(site);
    each_url_has_one_record(&report);
    let predicted = predict(case, &prefix, &options, &report);
    assert_eq!(lines(&report), lines(&predicted), "the report differs from the prediction");
    whole_pages_are_found(case, &prefix, site, &report);
    if !case.is_hasty() {
        let tries: u32 = predicted.records.iter().map(|record| record.tries).sum();
        let resets = case.resets.min(case.max_tries.into());
        assert_eq!(requests, u64::from(tries) - resets, "requests");
    }
    for record in &report.records {
        let hits = site.hits(&record.url[Position::BeforePath..Position::AfterQuery]);
        let is_of_the_case = record.url.path().starts_with(&prefix);
        assert!(!is_of_the_case || hits <= record.tries as usize, "{hits} hits of {}", record.url);
    }
}

fn every_connection_is_closed(site: &Site) {
    // Connections are accepted in order: once this one is accepted, no other is pending.
    let mut last = TcpStream::connect(site.address()).expect("the site listens");
    // An error means that it was reset.
    let _ = last.write_all(b"GET / HTTP/1.0\r\n\r\n").and_then(|()| last.read_to_end(&mut Vec::new()));
    drop(last);
    wait_until(site, |site| site.open() == 0);
}

fn each_url_has_one_record(report: &Report) {
    assert_eq!(report.unfinished, 0);
    assert!(
        report.records.is_sorted_by(|one, next| report_order(&one.url, &next.url).is_lt()),
        "a URL has two records"
    );
    for record in &report.records {
        let kind = kind(record);
        assert!(!["panic", "io", "dns", "connect"].contains(&&kind[..]), "{kind}: {}", record.url);
    }
}

/// Returns what two reports of the same case have in common.
fn lines(report: &Report) -> Vec<String> {
    let line = |record: &Record| {
        let Record { content_type, encoding, size, links, new_links, tries, .. } = record;
        let [next, found_on] =
            [&record.next_url, &record.found_on].map(|url| url.as_deref().map(Url::as_str));
        let (url, kind) = (&record.url, kind(record));
        format!(
            "{url}: {kind} {next:?}, found on {found_on:?}, {content_type:?} {encoding:?}, size {size}, links {links}, new {new_links}, \
             tries {tries}"
        )
    };
    let https = format!("https: {}", report.skipped_https.count);
    report.records.iter().map(line).chain([https]).collect()
}

/// Asserts that pages without a fault are fetched, which needs no prediction.
fn whole_pages_are_found(case: &Case, prefix: &str, site: &Site, report: &Report) {
    for (number, page) in case.pages.iter().enumerate() {
        let Some(record) = report.record(&site.url(&path(prefix, number))) else { continue };
        let may_fail = case.is_hasty()
            || (number == 0 && case.resets > 0)
            || record.failure().as_deref() == Some("too-large");
        if !may_fail && page.faults[0].is_harmless() {
            assert_eq!((record.status, record.tries), (Some(page.status()), 1), "{}", record.url);
        }
    }
}

impl Page {
    fn status(&self) -> u16 {
        match self.content {
            Content::Links(..) | Content::Text(_) => 200,
            Content::Redirect(status, _) | Content::Error(status) | Content::Nothing(status) => status,
        }
    }
}
