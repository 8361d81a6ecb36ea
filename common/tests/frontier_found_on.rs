//! Where a URL was found, and on which page a link is new.

use common::{Frontier, Options, Report};

mod web;

use web::{crawl, options, page, redirect, settle, url};

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
    assert_eq!(
        found,
        (1, 0),
        "`/x` is new on the first page of the report: call `note` for a URL that is known, too"
    );
}

/// `/4` was out of reach by `/1`, and is not by `/page`.
#[test]
fn a_link_to_a_known_redirect_is_noted() {
    let options = Options { max_redirects: 2, ..options(&["/1", "/page"]) };
    let mut frontier = Frontier::new(&options);
    frontier.roots();
    for (path, next) in [("/1", "/2"), ("/2", "/3"), ("/3", "/4")] {
        settle(&mut frontier, &options, path, redirect(next));
    }
    settle(&mut frontier, &options, "/page", page(&["/2"]));
    assert_eq!(
        found_on(&frontier.into_report(), "/2"),
        Some("/page"),
        "`/page` links to `/2`, which leads to `/4`: call `note` with the `Seen` of `url`, whatever URL is returned"
    );
}

#[test]
fn a_root_is_new_on_no_page() {
    let report = crawl(&options(&["/a"]), |_| page(&["/a", "/b"]));
    let found = (new_links(&report, "/a"), new_links(&report, "/b"));
    assert_eq!(found, (1, 0), "`/b` is new on `/a`, and the root is not");
}

#[test]
fn a_redirect_does_not_make_a_link_old() {
    let site = |path: &str| if path == "/a" { redirect("/b") } else { page(&["/b"]) };
    let found = new_links(&crawl(&options(&["/a", "/c"]), site), "/b");
    assert_eq!(found, 1, "a link to a known URL may be new: call `note` for a URL that is known, too");
}

#[test]
fn a_page_is_found_on_the_page_that_counts_it_as_new() {
    let links = |path: &str| page(if path.len() == 2 { &["/10", "/more"] } else { &["/more"] });
    let report = crawl(&options(&["/9", "/8"]), links);
    assert_eq!(
        [found_on(&report, "/10"), found_on(&report, "/more")],
        [Some("/8"); 2],
        "call `note` for a URL that is known, too"
    );
    assert_eq!(new_links(&report, "/8"), 2, "`/8` has both links, and comes first in the report");
}

#[test]
fn a_root_is_found_nowhere() {
    let report =
        crawl(&options(&["/a", "/b"]), |path| if path == "/a" { page(&["/a"]) } else { redirect("/a") });
    assert_eq!([found_on(&report, "/a"), found_on(&report, "/b")], [None; 2], "a root is found on no page");
}

#[test]
fn a_page_without_a_link_to_it_is_found_on_the_first_redirect_to_it() {
    let report = crawl(&options(&["/2", "/1"]), |path| if path == "/x" { page(&[]) } else { redirect("/x") });
    assert_eq!(
        (found_on(&report, "/x"), new_links(&report, "/1")),
        (Some("/1"), 0),
        "`/1` is the first redirect"
    );
}

#[test]
fn a_page_is_not_found_on_its_redirect_to_itself() {
    assert_eq!(
        found_on(&crawl(&options(&["/z"]), |_| redirect("/a")), "/a"),
        Some("/z"),
        "`/z` redirects to `/a`"
    );
}

#[test]
fn a_link_comes_before_a_redirect() {
    let site = |path: &str| if path == "/a" { redirect("/x") } else { page(&["/x"]) };
    assert_eq!(
        found_on(&crawl(&options(&["/a", "/b"]), site), "/x"),
        Some("/b"),
        "call `note` for a URL that is known, too"
    );
}

#[test]
fn a_redirect_that_is_not_followed_counts_too() {
    let options = Options { max_redirects: 1, ..options(&["/1", "/5"]) };
    let site = |path: &str| redirect(if path == "/1" { "/2" } else { "/3" });
    assert_eq!(found_on(&crawl(&options, site), "/3"), Some("/2"), "`/2` redirects to `/3`, too");
}
