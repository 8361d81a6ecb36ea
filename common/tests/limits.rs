//! Limits on what a page may say, and on how much a crawl takes in.

use common::fetch::http::ContentType;
use common::page::links::{Links, LongUrl, MAX_LINKS, MAX_LINKS_BYTES, MAX_URL};
use common::{Frontier, Options, Response};
use url::Url;

mod web;

use web::{options, outcome, page, redirect, url};

fn links(body: &str) -> Links {
    Links::of_page(body.as_bytes(), &url("/"), &ContentType::parse("text/html").expect("a type"))
}

/// A URL of the site that has `size` bytes.
fn of_size(size: usize) -> String {
    format!("http://site.example/{}", "x".repeat(size - "http://site.example/".len()))
}

#[test]
fn as_many_links_as_allowed_are_all_looked_at() {
    let body: String = (0..MAX_LINKS).map(|n| format!("<a href={n}>")).collect();
    let Links { urls, beyond, .. } = links(&body);
    assert_eq!((urls.len(), beyond), (MAX_LINKS, 0));
    assert_eq!(links(&format!("{body}<a href=0><a href=y>")).beyond, 1);
}

/// What is below a long base is long as well: the page is small, its links are not.
#[test]
fn the_links_of_a_page_have_a_limit_in_bytes() {
    let base = of_size(MAX_URL - 10);
    let body: String = (0..10_000).map(|n| format!("<a href={n}>")).collect();
    let Links { urls, long, beyond } = links(&format!("<base href={base}/>{body}"));
    let bytes: usize = urls.iter().map(|url| url.as_str().len()).sum();
    assert!((MAX_LINKS_BYTES..MAX_LINKS_BYTES + MAX_URL).contains(&bytes), "{bytes}");
    assert_eq!((urls.len() + beyond, long.len()), (10_000, 0));
}

#[test]
fn links_that_are_too_long_have_the_limit_in_bytes_too() {
    let base = of_size(MAX_URL);
    let body: String = (0..10_000).map(|n| format!("<a href={n}>")).collect();
    let Links { urls, long, beyond } = links(&format!("<base href={base}/>{body}<a href=/short>"));
    assert_eq!((long.len(), urls.len(), beyond), (1, 10_001, 0), "the base does not count, but is counted");
    let page = Url::parse(&(of_size(MAX_URL) + "/")).expect("a URL");
    let found = Links::of_page(body.as_bytes(), &page, &ContentType::parse("text/html").expect("a type"));
    assert_eq!((found.urls.len(), found.long.len() + found.beyond), (0, 10_000));
    assert!(found.long.len() <= MAX_LINKS_BYTES / MAX_URL + 1, "{}", found.long.len());
}

#[test]
fn a_url_is_too_long_beyond_8000_bytes() {
    let long = |text: &str| LongUrl::of(&Url::parse(text).expect("a URL"));
    assert_eq!(long(&of_size(MAX_URL)), None);
    let shown = long(&of_size(MAX_URL + 1)).expect("it is too long").to_string();
    assert!(shown.starts_with("http://site.example/xxx") && shown.ends_with("… (8001 bytes)"), "{shown}");
    assert_eq!(
        long(&format!("data:,{}", "x".repeat(MAX_URL))),
        None,
        "nobody would follow it if it were short"
    );
}

#[test]
fn urls_that_are_too_long_differ_where_they_are_not_shown() {
    let start = of_size(MAX_URL);
    let found = links(&format!("<a href={start}1><a href={start}2><a href={start}1#x>"));
    assert_eq!((found.urls.len(), found.long.len()), (0, 2));
}

/// What the report of a crawl says of its root, which is answered like this.
fn report(options: &Options, response: Response) -> common::Report {
    let mut frontier = Frontier::new(options);
    let root = frontier.roots().remove(0);
    let outcome = outcome(&root, response, options);
    frontier.settle(root, outcome);
    frontier.into_report()
}

fn text(report: &common::Report) -> String {
    let mut out = Vec::new();
    report.write_text(&mut out).expect("memory");
    String::from_utf8(out).expect("text")
}

#[test]
fn the_text_names_what_is_too_long() {
    let redirect = report(&options(&["/"]), redirect(&of_size(MAX_URL + 1)));
    let link = report(&options(&["/"]), page(&[&of_size(MAX_URL + 1)]));
    for report in [redirect, link] {
        assert_eq!(report.skipped_long, 1);
        let line = "not followed: longer than 8000 bytes (1), as with http://site.example/xxx";
        assert!(text(&report).contains(line), "{}", text(&report));
        assert!(text(&report).len() < 500, "{}", text(&report));
    }
}

#[test]
fn the_text_names_a_page_of_too_many_links() {
    let hrefs: Vec<_> = (0..MAX_LINKS + 5).map(|n| format!("x:{n}")).collect();
    let report = report(&options(&["/"]), page(&hrefs.iter().map(String::as_str).collect::<Vec<_>>()));
    let line =
        "not looked at: 5 links beyond a page's first 100000 or 16.00 MiB, as on http://site.example/\n";
    assert!(text(&report).contains(line), "{}", text(&report));
}

#[test]
fn the_text_says_how_many_pages_are_beyond_the_limit() {
    let options = Options { max_pages: Some(2), ..options(&["/"]) };
    let report = report(&options, page(&["/a", "/b", "/c", "/a", "/"]));
    assert_eq!((report.beyond_max_pages, report.unfinished), (2, 1));
    assert!(text(&report).contains("not fetched: 2 URLs found beyond --max-pages\n"), "{}", text(&report));
}

#[test]
fn roots_beyond_the_limit_are_not_handed_out_either() {
    let options = Options { max_pages: Some(1), ..options(&["/a", "/b", "https://x.example/"]) };
    let mut frontier = Frontier::new(&options);
    assert_eq!(frontier.roots().len(), 1);
    assert_eq!(frontier.into_report().beyond_max_pages, 1);
}
