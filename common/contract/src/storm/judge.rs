//! What must hold of a crawl, whatever its site does.

use std::io::{Read, Write};
use std::net::TcpStream;

use common::crawl::strategy::Crawl;
use common::{Record, Report};
use practice_site::Site;
use url::Url;

use super::case::Case;
use super::model::predict;
use crate::running::{Running, wait_until};
use crate::tools::kind;

/// Crawls `case`.
pub(super) fn crawl(crawl: Crawl, case: &Case) {
    let site = case.start();
    let report = Running::start(crawl, &site, web::services(case.options(&site))).finish();
    let requests = site.requests();
    every_connection_is_closed(&site);
    let predicted = predict(case, &case.options(&site), &report);
    assert_eq!(lines(&report), lines(&predicted), "the report differs from the prediction");
    if !case.is_hasty() {
        let tries: u32 = predicted.records.iter().map(|record| record.tries).sum();
        assert_eq!(requests, u64::from(tries), "requests");
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
    let left_out = format!("https: {}, unfinished: {}", report.skipped_https.count, report.unfinished);
    report.records.iter().map(line).chain([left_out]).collect()
}
