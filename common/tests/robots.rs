//! The targets that the frontier hands out if robots.txt is obeyed.

use common::crawl::target::Kind;
use common::{Frontier, Options, Response, Target};
use common_fuzz::web::{answer, options, outcome, page, redirect, url};
use proptest::prelude::*;

/// Returns the paths of the targets, with a mark on each robots.txt.
fn paths(targets: &[Target]) -> Vec<String> {
    let path = |target: &Target| match &target.kind {
        Kind::RobotsTxt { .. } => format!("rules {}", target.url.path()),
        Kind::Page | Kind::External => target.url.path().to_owned(),
    };
    targets.iter().map(path).collect()
}

/// A crawl that obeys robots.txt.
struct Crawl {
    options: Options,
    frontier: Frontier,
    targets: Vec<Target>,
}

impl Crawl {
    /// Begins a crawl with the roots, which wait for their robots.txt.
    fn of(options: Options) -> Crawl {
        let options = Options { obey_robots: true, ..options };
        let mut frontier = Frontier::new(&options);
        let targets = frontier.roots();
        Crawl { options, frontier, targets }
    }

    /// Settles the first target. Returns the targets that this leads to.
    fn settle(&mut self, response: Response) -> Vec<String> {
        let target = self.targets.remove(0);
        let outcome = outcome(&target, response, &self.options);
        let new = self.frontier.settle(target, outcome);
        let paths = paths(&new);
        self.targets.extend(new);
        paths
    }
}

#[test]
fn robots_txt_is_the_first_target_and_the_pages_wait_for_it() {
    let roots = options(&["/a", "/b", "/c"]);
    assert_eq!(Crawl::of(roots.clone()).frontier.finish().unfinished, 3);
    let mut crawl = Crawl::of(roots);
    assert_eq!(paths(&crawl.targets), ["rules /robots.txt"]);
    assert_eq!(crawl.settle(redirect("/rules")), ["rules /rules"], "a redirect of robots.txt is followed");
    assert_eq!(crawl.settle(answer(200, "User-agent: *\nDisallow: /b")), ["/a", "/c"]);
    let report = crawl.frontier.finish();
    assert_eq!((report.disallowed.count, report.unfinished), (1, 2));
    assert_eq!(report.disallowed.example.as_deref(), Some(&url("/b")));
}

#[test]
fn a_missing_file_allows_everything_and_a_failure_forbids_everything() {
    for (status, allowed) in [(404, 1), (403, 1), (410, 1), (500, 0), (503, 0)] {
        let mut crawl = Crawl::of(options(&["/a"]));
        assert_eq!(crawl.settle(answer(status, "User-agent: *\nDisallow: /")).len(), allowed, "{status}");
        let report = crawl.frontier.finish();
        assert_eq!((report.records.len(), report.disallowed.count), (1 - allowed, 1 - allowed), "{status}");
    }
}

#[test]
fn five_redirects_are_followed_to_any_host_and_what_is_behind_more_is_missing() {
    let mut crawl = Crawl::of(Options { max_redirects: 0, ..options(&["/a"]) });
    for number in 1..=5 {
        let found = crawl.settle(redirect(&format!("http://{number}.example/")));
        assert_eq!(found, ["rules /"], "{number}");
    }
    assert_eq!(crawl.settle(redirect("http://6.example/")), ["/a"]);
    let mut crawl = Crawl::of(options(&["/a"]));
    let found = crawl.settle(redirect("https://site.example/robots.txt"));
    assert_eq!(found, [""; 0], "https counts as not fetched");
}

#[test]
fn no_more_robots_txt_are_fetched_than_max_pages() {
    let hosts: Vec<_> = (0..50).map(|host| format!("http://{host}.site.example/")).collect();
    let links: Vec<_> = hosts.iter().map(String::as_str).collect();
    let mut crawl = Crawl::of(Options { max_pages: Some(3), lenient: true, ..options(&["/"]) });
    crawl.settle(answer(404, ""));
    assert_eq!(crawl.settle(page(&links)), ["rules /robots.txt"; 2]);
    assert_eq!(crawl.frontier.finish().beyond_max_pages, 48);
}

#[test]
fn each_origin_has_its_own_robots_txt() {
    let roots = ["http://a.example/", "http://a.example:81/", "http://b.example/", "http://a.example/x"];
    let targets = Crawl::of(options(&roots)).targets;
    let urls: Vec<_> = targets.iter().map(|target| target.url.as_str()).collect();
    let origins = ["http://a.example/", "http://a.example:81/", "http://b.example/"];
    assert_eq!(urls, origins.map(|origin| format!("{origin}robots.txt")));
}

proptest! {
    #[test]
    fn the_crawl_goes_on_after_any_robots_txt(
        status in 200..600_u16,
        lines in prop::collection::vec(("(?i)(user-agent|disallow|allow|crawl-delay|.*)[: ]", any::<Vec<u8>>()), 0..20),
    ) {
        let mut text = b"User-agent: *\n".to_vec();
        for (key, value) in lines {
            text.extend([key.as_bytes(), &value, b"\n"].concat());
        }
        let mut crawl = Crawl::of(options(&["/a"]));
        let released = crawl.settle(answer(status, text)).len();
        let report = crawl.frontier.finish();
        prop_assert_eq!((released + report.disallowed.count, report.unfinished), (1, released));
    }
}
