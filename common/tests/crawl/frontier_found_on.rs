//! Where a URL was found, and on which page a link is new.

use common::{Options, Report};
use common_fuzz::offline::{Crawl, crawl, options, page, redirect, url};

fn new_links(report: &Report, path: &str) -> u32 {
    report.record(&url(path)).expect("a record").new_links
}

fn found_on<'a>(report: &'a Report, path: &str) -> Option<&'a str> {
    report.record(&url(path)).expect("a record").found_on.as_ref().map(|url| url.path())
}

#[test]
fn a_new_url_has_its_note() {
    let report = crawl(&options(&["/a"]), |path| page(if path == "/a" { &["/x"] } else { &[] }));
    assert_eq!(found_on(&report, "/x"), Some("/a"), "`/x` is new: call `note` for a URL that is new, too");
}

#[test]
fn a_link_is_new_on_one_page_only() {
    let report = crawl(&options(&["/a", "/b"]), |path| page(if path == "/x" { &[] } else { &["/x"] }));
    let found = (new_links(&report, "/a"), new_links(&report, "/b"));
    let rule = "`/x` is new on the first page of the report: call `note` for a URL that is known, too";
    assert_eq!(found, (1, 0), "{rule}");
}

/// `/4` was out of reach by `/1`, and is not by `/page`.
#[test]
fn a_link_to_a_known_redirect_is_noted() {
    let mut crawl = Crawl::begin(Options { max_redirects: 2, ..options(&["/1", "/page"]) });
    for (path, next) in [("/1", "/2"), ("/2", "/3"), ("/3", "/4")] {
        crawl.settle(path, redirect(next));
    }
    crawl.settle("/page", page(&["/2"]));
    let rule = "`/page` links to `/2`, which leads to `/4`: call `note` with the `Seen` of `url`, whatever URL is returned";
    assert_eq!(found_on(&crawl.frontier.finish(), "/2"), Some("/page"), "{rule}");
}
