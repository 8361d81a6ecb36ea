//! The targets that the frontier hands out if robots.txt is obeyed.

use common::Options;
use common_fuzz::offline::{Crawl, answer, options, page, redirect, url};

/// Begins a crawl whose roots wait for their robots.txt.
fn obeying(options: Options) -> Crawl {
    Crawl::begin(Options { obey_robots: true, ..options })
}

#[test]
fn robots_txt_is_the_first_target_and_the_pages_wait_for_it() {
    let roots = options(&["/a", "/b", "/c"]);
    assert_eq!(obeying(roots.clone()).frontier.finish().unfinished, 3);
    let mut crawl = obeying(roots);
    assert_eq!(crawl.targets.iter().map(|target| target.url.path()).collect::<Vec<_>>(), ["/robots.txt"]);
    let found = crawl.settle("/robots.txt", redirect("/rules"));
    assert_eq!(found, ["/rules"], "a redirect of robots.txt is followed");
    assert_eq!(crawl.settle("/rules", answer(200, "User-agent: *\nDisallow: /b")), ["/a", "/c"]);
    let report = crawl.frontier.finish();
    assert_eq!((report.disallowed.count, report.unfinished), (1, 2));
    assert_eq!(report.disallowed.example.as_deref(), Some(&url("/b")));
}

#[test]
fn a_missing_file_allows_everything_and_a_failure_forbids_everything() {
    for (status, allowed) in [(404, 1), (403, 1), (410, 1), (500, 0), (503, 0)] {
        let mut crawl = obeying(options(&["/a"]));
        let found = crawl.settle("/robots.txt", answer(status, "User-agent: *\nDisallow: /"));
        assert_eq!(found.len(), allowed, "{status}");
        let report = crawl.frontier.finish();
        assert_eq!((report.records.len(), report.disallowed.count), (1 - allowed, 1 - allowed), "{status}");
    }
}

#[test]
fn five_redirects_are_followed_to_any_host_and_what_is_behind_more_is_missing() {
    let mut crawl = obeying(Options { max_redirects: 0, ..options(&["/a"]) });
    let host = |number: u32| format!("http://{number}.example/");
    crawl.settle("/robots.txt", redirect(&host(1)));
    for number in 1..5 {
        assert_eq!(crawl.settle(&host(number), redirect(&host(number + 1))), ["/"], "{number}");
    }
    assert_eq!(crawl.settle(&host(5), redirect(&host(6))), ["/a"]);
    let mut crawl = obeying(options(&["/a"]));
    let found = crawl.settle("/robots.txt", redirect("https://site.example/robots.txt"));
    assert_eq!(found, [""; 0], "https counts as not fetched");
}

#[test]
fn no_more_robots_txt_are_fetched_than_max_pages() {
    let hosts: Vec<_> = (0..50).map(|host| format!("http://{host}.site.example/")).collect();
    let links: Vec<_> = hosts.iter().map(String::as_str).collect();
    let mut crawl = obeying(Options { max_pages: Some(3), lenient: true, ..options(&["/"]) });
    crawl.settle("/robots.txt", answer(404, ""));
    assert_eq!(crawl.settle("/", page(&links)), ["/robots.txt"; 2]);
    assert_eq!(crawl.frontier.finish().beyond_max_pages, 48);
}

#[test]
fn each_origin_has_its_own_robots_txt() {
    let roots = ["http://a.example/", "http://a.example:81/", "http://b.example/", "http://a.example/x"];
    let targets = obeying(options(&roots)).targets;
    let urls: Vec<_> = targets.iter().map(|target| target.url.as_str()).collect();
    let origins = ["http://a.example/", "http://a.example:81/", "http://b.example/"];
    assert_eq!(urls, origins.map(|origin| format!("{origin}robots.txt")));
}
