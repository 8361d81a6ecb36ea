//! Which targets are new, and what the report counts.

use allocation_counter::measure;
use common::Frontier;
use common_fuzz::offline::{Crawl, crawl, options, outcome, page, redirect, url};

#[test]
fn the_roots_are_the_first_targets_each_once() {
    let targets = Frontier::new(&options(&["/b", "/a", "/b#c", "http://user:secret@site.example/b"])).roots();
    let paths: Vec<_> = targets.iter().map(|target| target.url.path()).collect();
    assert_eq!(paths, ["/b", "/a"], "each root is a target, once, without its user and password");
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
    let rule = "`/next` is in flight: mark a URL as seen when it is found, not when it was fetched";
    assert_eq!(found, [""; 0], "{rule}");
}

#[test]
fn a_link_to_a_known_url_allocates_no_memory() {
    let options = options(&["/0", "/1"]);
    let mut frontier = Frontier::new(&options);
    let links = ["/0", "/1", "/2", "/3", "/4", "/5", "/6", "/7", "/8", "/9"];
    let mut count = 0;
    for root in frontier.roots() {
        let outcome = outcome(&root, page(&links), &options);
        count = measure(|| _ = frontier.settle(root, outcome)).count_total;
    }
    let rule = "look up `url` as it is, and copy it only if it is new";
    assert!(count < 10, "ten links to known URLs have allocated memory {count} times: {rule}");
}

#[test]
fn https_links_are_counted_once_and_the_first_is_named() {
    let site = |path: &str| match path {
        "/1" => page(&["https://b.example/", "https://b.example/#x"]),
        _ => redirect("https://a.example/"),
    };
    let skipped = crawl(&options(&["/1", "/2"]), site).skipped_https;
    assert_eq!((skipped.count, skipped.example), (2, Some(url("https://a.example/"))));
}
