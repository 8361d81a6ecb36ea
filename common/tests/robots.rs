//! The targets that the frontier hands out if robots.txt is obeyed.

use common::crawl::target::Kind;
use common::{Frontier, Options, Target};
use proptest::prelude::*;

mod web;

use web::{answer, options, outcome, page, redirect, url};

fn obedient(roots: &[&str]) -> Options {
    Options { obey_robots: true, ..options(roots) }
}

/// Returns the paths of the targets, with a mark on each robots.txt.
fn paths(targets: &[Target]) -> Vec<String> {
    let path = |target: &Target| match &target.kind {
        Kind::RobotsTxt { .. } => format!("rules {}", target.url.path()),
        Kind::Page => target.url.path().to_owned(),
    };
    targets.iter().map(path).collect()
}

#[test]
fn robots_txt_is_the_first_target_and_the_pages_wait_for_it() {
    let options = obedient(&["/a", "/b", "/c"]);
    let mut frontier = Frontier::new(&options);
    let mut targets = frontier.roots();
    assert_eq!(paths(&targets), ["rules /robots.txt"]);
    let rules = outcome(&targets[0], answer(200, "User-agent: *\nDisallow: /b"), &options);
    assert_eq!(paths(&frontier.settle(targets.remove(0), rules)), ["/a", "/c"]);
    let report = frontier.into_report();
    assert_eq!((report.records.len(), report.disallowed.count, report.unfinished), (0, 1, 2));
    assert_eq!(report.disallowed.example.as_deref(), Some(&url("/b")));
}

#[test]
fn urls_found_later_are_judged_at_once() {
    let options = obedient(&["/"]);
    let mut frontier = Frontier::new(&options);
    let robots = frontier.roots().remove(0);
    let rules = outcome(&robots, answer(200, "User-agent: *\nDisallow: /a$\nDisallow: /*.php"), &options);
    let root = frontier.settle(robots, rules).remove(0);
    let links = ["/a", "/ab", "/b.php?x", "/%61", "/robots.txt"];
    let found = outcome(&root, page(&links), &options);
    assert_eq!(paths(&frontier.settle(root, found)), ["/ab", "/robots.txt"]);
    assert_eq!(frontier.into_report().disallowed.count, 3);
}

#[test]
fn no_more_robots_txt_are_fetched_than_max_pages() {
    let hosts: Vec<_> = (0..50).map(|host| format!("http://{host}.site.example/")).collect();
    let links: Vec<_> = hosts.iter().map(String::as_str).collect();
    let options = Options { max_pages: Some(3), lenient: true, ..obedient(&["/"]) };
    let mut frontier = Frontier::new(&options);
    let robots = frontier.roots().remove(0);
    let rules = outcome(&robots, answer(404, ""), &options);
    let root = frontier.settle(robots, rules).remove(0);
    let found = outcome(&root, page(&links), &options);
    assert_eq!(paths(&frontier.settle(root, found)), ["rules /robots.txt"; 2]);
    assert_eq!(frontier.into_report().beyond_max_pages, 48);
}

#[test]
fn each_origin_has_its_own_robots_txt() {
    let roots = ["http://a.example/", "http://a.example:81/", "http://b.example/", "http://a.example/x"];
    let targets = Frontier::new(&obedient(&roots)).roots();
    let urls: Vec<_> = targets.iter().map(|target| target.url.as_str()).collect();
    let origins = ["http://a.example/", "http://a.example:81/", "http://b.example/"];
    assert_eq!(urls, origins.map(|origin| format!("{origin}robots.txt")));
}

#[test]
fn a_redirect_of_robots_txt_is_followed() {
    let options = obedient(&["/a", "/b"]);
    let mut frontier = Frontier::new(&options);
    let robots = frontier.roots().remove(0);
    let moved = outcome(&robots, redirect("/rules"), &options);
    let mut targets = frontier.settle(robots, moved);
    assert_eq!(paths(&targets), ["rules /rules"]);
    let rules = outcome(&targets[0], answer(200, "User-agent: *\nDisallow: /b"), &options);
    assert_eq!(paths(&frontier.settle(targets.remove(0), rules)), ["/a"]);
}

#[test]
fn its_crawl_delay_goes_to_the_pacer() {
    let options = obedient(&["/"]);
    let mut frontier = Frontier::new(&options);
    let robots = frontier.roots().remove(0);
    let rules = outcome(&robots, answer(200, "User-agent: *\nCrawl-delay: 7"), &options);
    frontier.settle(robots, rules);
    let turn = || options.pacer.turn(&url("/"), options.delay, Default::default()).as_secs_f64();
    assert!(turn() == 0.0 && turn() > 6.0);
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
        let options = obedient(&["/a"]);
        let mut frontier = Frontier::new(&options);
        let robots = frontier.roots().remove(0);
        let rules = outcome(&robots, answer(status, text), &options);
        let released = frontier.settle(robots, rules).len();
        let report = frontier.into_report();
        prop_assert_eq!((released + report.disallowed.count, report.unfinished), (1, released));
    }
}
