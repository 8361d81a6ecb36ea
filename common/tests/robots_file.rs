//! What becomes of the robots.txt itself: an error, a redirect, or a file that is too long.

use common::crawl::target::Kind;
use common::fetch::http::MAX_ROBOTS_TXT;
use common::{Decoder, Frontier, Options, Report, Response};

mod web;

use web::{allowed, answer, options, outcome, redirect};

/// Crawls from `/a` on, and has `robots_txt` answer each request but that of the page. Returns whether the page was
/// allowed, and the report.
fn crawled(robots_txt: impl Fn(&str) -> Response) -> (bool, Report) {
    let options = Options { obey_robots: true, max_redirects: 0, ..options(&["/a"]) };
    let mut frontier = Frontier::new(&options);
    let (mut targets, mut is_allowed) = (frontier.roots(), false);
    while let Some(target) = targets.pop() {
        is_allowed |= target.kind == Kind::Page;
        let outcome = outcome(&target, robots_txt(target.url.as_str()), &options);
        targets.extend(frontier.settle(target, outcome));
    }
    (is_allowed, frontier.into_report())
}

#[test]
fn a_missing_file_allows_everything_and_a_failure_forbids_everything() {
    for (status, expected) in [(404, true), (403, true), (410, true), (500, false), (503, false)] {
        let (is_allowed, report) = crawled(|_| answer(status, "User-agent: *\nDisallow: /"));
        assert_eq!(is_allowed, expected, "{status}");
        let path = if expected { "/a" } else { "/robots.txt" };
        assert_eq!(report.records[0].url.path(), path, "{status}");
        assert_eq!((report.records.len(), report.disallowed.count), (1, usize::from(!expected)), "{status}");
    }
}

#[test]
fn five_redirects_are_followed_to_any_host_and_what_is_behind_more_is_missing() {
    for (redirects, expected) in [(5, false), (6, true)] {
        let hosts: Vec<_> = (1..=redirects).map(|n| format!("http://{n}.example/")).collect();
        let (is_allowed, _) = crawled(|url| match hosts.iter().position(|host| host == url) {
            Some(last) if last + 1 == redirects => answer(200, "User-agent: *\nDisallow: /"),
            known => redirect(&hosts[known.map_or(0, |known| known + 1)]),
        });
        assert_eq!(is_allowed, expected, "{redirects}");
    }
    assert!(!crawled(|_| redirect("https://site.example/robots.txt")).0, "https counts as not fetched");
}

/// A line that the limit cuts does not count: `Allow: /a/b` might become `Allow: /`.
#[test]
fn the_first_500_kib_count() {
    let start = "User-agent: *\nDisallow: /a\n";
    let comment = |size: usize| format!("#{}\n", "#".repeat(size - 2));
    let [short, long] = [100, MAX_ROBOTS_TXT].map(|size| format!("{start}{}Disallow: /b", comment(size)));
    assert_eq!(allowed(short, &["/a", "/b"]), [""; 0]);
    assert_eq!(allowed(long, &["/a", "/b"]), ["/b"]);
    let cut = format!("{start}{}Allow: /a/b", comment(MAX_ROBOTS_TXT - start.len() - 8));
    assert_eq!(allowed(cut, &["/a", "/b"]), ["/b"]);
}

#[test]
fn a_longer_file_is_cut_and_its_end_is_not_awaited() {
    let head = "HTTP/1.0 200 OK\r\nContent-Length: 99999999999\r\n\r\n";
    let answer = format!("{head}{}", "#".repeat(MAX_ROBOTS_TXT + 2));
    let response = Decoder::robots_txt().decode(answer.as_bytes()).expect("an answer");
    assert!(response.is_some_and(|response| response.body.len() > MAX_ROBOTS_TXT));
}
