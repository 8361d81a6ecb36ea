//! Which targets are new, and what the report counts.

use common::{Frontier, Options};
use common_fuzz::web::{Crawl, crawl, options, page, redirect, url};

#[test]
fn the_roots_are_the_first_targets_each_once() {
    let targets = Frontier::new(&options(&["/b", "/a", "/b#c"])).roots();
    let paths: Vec<_> = targets.iter().map(|target| target.url.path()).collect();
    assert_eq!(paths, ["/b", "/a"], "each root is a target, once");
}

#[test]
fn a_page_leads_to_its_links_in_their_order() {
    let found = Crawl::begin(options(&["/"])).settle("/", page(&["/b", "/", "/a", "/b"]));
    assert_eq!(found, ["/b", "/a"], "each link that is new is a target, once");
}

#[test]
fn a_url_is_seen_as_soon_as_it_is_found() {
    let mut crawl = Crawl::begin(options(&["/1", "/2"]));
    assert_eq!(crawl.settle("/1", page(&["/next"])), ["/next"], "a link that is new is a target");
    let found = crawl.settle("/2", page(&["/next"]));
    assert_eq!(
        found, [""; 0],
        "`/next` is in flight: mark a URL as seen when it is found, not when it was fetched"
    );
}

#[test]
fn https_links_are_counted_once_and_the_first_is_named() {
    let site = |path: &str| match path {
        "/1" => page(&["https://b.example/", "https://b.example/#x"]),
        _ => redirect("https://a.example/"),
    };
    let report = crawl(&options(&["/1", "/2"]), site);
    assert_eq!(
        (report.skipped_https.count, report.skipped_https.example),
        (2, Some(url("https://a.example/")))
    );
}

#[test]
fn a_user_name_and_a_password_are_dropped() {
    let options = Options::new(
        ["http://a@site.example/", "http://b:c@site.example/"].map(|root| root.parse().expect("a URL")),
    );
    let roots = Frontier::new(&options).roots();
    let urls: Vec<_> = roots.iter().map(|target| target.url.as_str()).collect();
    assert_eq!(urls, ["http://site.example/"]);
}
