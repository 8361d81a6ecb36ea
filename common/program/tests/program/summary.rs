//! The summary for a terminal.

use std::sync::Arc;
use std::time::Duration;

use common::{Cause, Record, Report, Response};
use common_fuzz::web::{self, answer, url, written};
use program::summary::write_summary;

fn redirect(status: u16, location: &str) -> Result<Response, Cause> {
    Ok(Response { status, ..web::redirect(location) })
}

/// Returns the record of `path`, which was found on `found_on`.
fn record(path: &str, found_on: &str, fetched: Result<Response, Cause>) -> Record {
    let record = web::report(&web::options(&[path]), [fetched]).records.remove(0);
    Record { found_on: Some(Arc::new(url(found_on))), ..record }
}

/// Returns a page whose fetch took this long.
fn slow(path: &str, milliseconds: u64) -> Record {
    Record { elapsed: Duration::from_millis(milliseconds), ..record(path, "/", Ok(answer(200, ""))) }
}

/// Returns the summary with its escape sequences.
fn coloured(records: Vec<Record>) -> String {
    let report = Report { records, elapsed: Duration::from_secs(2), ..web::report(&web::options(&[]), []) };
    written(|out| write_summary(&report, out))
}

fn summary(records: Vec<Record>) -> String {
    let styles = ["\u{1b}[0m", "\u{1b}[1m", "\u{1b}[2m", "\u{1b}[31m", "\u{1b}[33m"];
    styles.iter().fold(coloured(records), |text, style| text.replace(style, ""))
}

#[test]
fn a_report_of_few_pages_is_only_totals() {
    let records = ["/a", "/b", "/c"].map(|path| slow(path, 1));
    assert_eq!(summary(records.into()), "3 pages, 0 redirects, 0 errors; 0 B in 2.000 s, 2 URLs a second\n");
}

#[test]
fn redirects_are_counted_by_kind_and_each_failure_stands_under_its_reason() {
    let redirects = [301, 301, 308, 307, 300].into_iter().enumerate();
    let redirects =
        redirects.map(|(number, status)| record(&format!("/{number}"), "/", redirect(status, "/")));
    let records = [
        record("/a", "/page", redirect(302, "/b")),
        record("/b", "/a", redirect(302, "/lost")),
        record("/gone", "/", Ok(answer(404, ""))),
        record("/late", "/", Err(Cause::Timeout)),
        record("/lost", "/b", Ok(answer(404, ""))),
        record("/page", "/", Ok(answer(200, ""))),
    ];
    let expected = "\
3 permanent redirects: 301 (2), 308 (1)
3 temporary redirects: 302 (2), 307 (1)
1 multiple-choice redirect: 300 (1)

404: 2 URLs
  http://site.example/gone
    found on http://site.example/
  http://site.example/lost
    redirected from http://site.example/b
    redirected from http://site.example/a
    found on http://site.example/page

timed out while reading (try 2): 1 URL
  http://site.example/late
    found on http://site.example/

1 page, 7 redirects, 3 errors;";
    let summary = summary(redirects.chain(records).collect());
    assert!(summary.starts_with(expected), "{summary}");
}

#[test]
fn of_ten_pages_the_five_slowest_are_named_and_no_slow_failure() {
    let failure = Record { elapsed: Duration::from_secs(9), ..record("/x", "/", Ok(answer(503, ""))) };
    let pages = (0..10).map(|number| slow(&format!("/{number}"), number * 7 % 10));
    let summary = summary(pages.chain([Record { found_on: None, ..failure }]).collect());
    let expected = "\
slowest pages
       9.0 ms  http://site.example/7
       8.0 ms  http://site.example/4
       7.0 ms  http://site.example/1
       6.0 ms  http://site.example/8
       5.0 ms  http://site.example/5

503: 1 URL
  http://site.example/x

10 pages,";
    assert!(summary.starts_with(expected), "{summary}");
}

#[test]
fn a_reason_is_red_and_the_totals_are_bold() {
    let coloured = coloured(vec![record("/lost", "/", Ok(answer(404, "")))]);
    assert!(coloured.starts_with("\u{1b}[1m\u{1b}[31m404\u{1b}[0m: 1 URL\n"), "{coloured:?}");
    assert!(coloured.contains("\n\u{1b}[1m0 pages"), "{coloured:?}");
}
