//! Redirects that lead nowhere: each chain has one error, which says why, and where the chain begins.

use common::{Options, Report};
use common_fuzz::offline::{answer, crawl, options, page, redirect, url};

fn error(report: &Report, path: &str) -> String {
    let record = report.record(&url(path)).expect("a record");
    record.error.as_ref().map(ToString::to_string).unwrap_or_default()
}

#[test]
fn a_redirect_that_leads_nowhere_says_why() {
    let options = Options { max_redirects: 3, ..options(&["/"]) };
    let long = format!("/{}", "x".repeat(8000));
    let report = crawl(&options, |path| match path {
        "/" => page(&["/1", "/circle", "/self", "/none", "/odd", "/to/long", "/choice"]),
        "/circle" => redirect("/back"),
        "/back" => redirect("/circle"),
        "/self" => redirect(""),
        "/none" => answer(302, ""),
        "/odd" => redirect("http://["),
        "/to/long" => redirect("/long"),
        "/long" => redirect(&long),
        "/choice" => answer(300, ""),
        number => redirect(&format!("/{}", number[1..].parse::<u32>().expect("a number") + 1)),
    });
    let site = "http://site.example";
    for (path, why) in [
        ("/4", format!("more than 3 in a row, on the way from {site}/1")),
        ("/back", format!("it leads back to {site}/circle, on the way from {site}/circle")),
        ("/self", format!("it leads back to {site}/self")),
        ("/none", "it has no Location".to_owned()),
        ("/odd", "its Location is no URL: invalid IPv6 address: http://[".to_owned()),
        ("/long", format!("its Location is longer than 8000 bytes, on the way from {site}/to/long")),
    ] {
        assert_eq!(error(&report, path), format!("redirect leads nowhere: {why}"), "{path}");
    }
    let summary = report.summary();
    assert_eq!((summary.pages, summary.redirects, summary.errors), (2, 5, 6), "a 300 may be a page");
}

#[test]
fn redirects_and_errors_count_towards_max_pages() {
    let options = Options { max_pages: Some(3), ..options(&["/"]) };
    let report = crawl(&options, |path| match path {
        "/" => page(&["/moved", "/lost", "/late"]),
        "/moved" => redirect("/behind"),
        _ => answer(404, ""),
    });
    let fetched: Vec<_> = report.records.iter().map(|record| record.url.path()).collect();
    assert_eq!(fetched, ["/", "/lost", "/moved"]);
    assert_eq!(report.beyond_max_pages, 2, "a link, and the page behind the redirect");
}
