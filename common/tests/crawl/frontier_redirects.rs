//! How many redirects are followed, whatever the order in which the paths to a URL are found.

use common::{Options, Report, Response};
use common_fuzz::offline::{Crawl, crawl, options, page, redirect};

fn fetched(report: &Report) -> Vec<&str> {
    report.records.iter().map(|record| record.url.path()).collect()
}

/// Answers each number with a redirect to the next.
fn chain(path: &str) -> Response {
    let number: u32 = path[1..].parse().expect("a number");
    redirect(&format!("/{}", number + 1))
}

#[test]
fn each_redirect_costs_one() {
    let options = Options { max_redirects: 3, ..options(&["/1"]) };
    let rule =
        "three redirects may be followed, and each costs one: `left` has been reduced for this one already";
    assert_eq!(fetched(&crawl(&options, chain)), ["/1", "/2", "/3", "/4"], "{rule}");
}

#[test]
fn each_link_starts_with_all_redirects() {
    let options = Options { max_redirects: 1, ..options(&["/1"]) };
    let site = |path: &str| if path == "/2" { page(&["/5"]) } else { chain(path) };
    let rule = "a URL is fetched even with no redirect left, because `left` counts those from it on: store `left` as it is, \
        and subtract one only for a redirect";
    assert_eq!(fetched(&crawl(&options, site)), ["/1", "/2", "/5", "/6"], "{rule}");
}

#[test]
fn a_url_that_has_been_fetched_is_not_fetched_again() {
    let mut crawl = Crawl::begin(Options { max_redirects: 1, ..options(&["/1", "/page"]) });
    crawl.settle("/1", redirect("/2"));
    crawl.settle("/2", page(&[]));
    let found = crawl.settle("/page", page(&["/2"]));
    let rule = "more redirects to spare are no reason to fetch `/2` again: it redirects nowhere";
    assert_eq!(found, [""; 0], "{rule}");
}

#[test]
fn a_url_behind_a_known_redirect_is_seen_when_it_is_found() {
    let mut crawl = Crawl::begin(Options { max_redirects: 1, ..options(&["/1", "/page", "/other"]) });
    crawl.settle("/1", redirect("/2"));
    crawl.settle("/2", redirect("/3"));
    let links = [["/2"], ["/3"]].map(|links| page(&links));
    let found = ["/page", "/other"].into_iter().zip(links);
    let found: Vec<_> =
        found.flat_map(|(path, page)| crawl.settle(path, page)).filter(|path| path == "/3").collect();
    let rule = "mark the URL that you return, which may lie behind redirects";
    assert!(found.len() < 2, "`/3` is found twice: {rule}");
}

#[test]
fn a_shorter_path_found_later_follows_redirects_that_were_out_of_reach() {
    let mut crawl = Crawl::begin(Options { max_redirects: 2, ..options(&["/1", "/page"]) });
    let mut settle = |path, response| crawl.settle(path, response);
    assert_eq!(settle("/1", redirect("/2")), ["/2"], "two redirects may be followed");
    assert_eq!(settle("/2", redirect("/3")), ["/3"], "two redirects may be followed");
    assert_eq!(settle("/3", redirect("/4")), [""; 0], "no redirect is left");
    let found = settle("/page", page(&["/2"]));
    let rule = "from `/page`, `/2` has two redirects to spare, `/3` has one, and `/4` has none, and is fetched all the \
        same: follow the known redirects, up to a new URL";
    assert_eq!(found, ["/4"], "{rule}");
    let found = settle("/4", redirect("/5"));
    assert_eq!(found, [""; 0], "no redirect is left: each that is followed costs one, the known ones, too");
}

#[test]
fn a_shorter_path_found_while_the_page_is_in_flight_counts() {
    let mut crawl = Crawl::begin(Options { max_redirects: 1, ..options(&["/1", "/page"]) });
    crawl.settle("/1", redirect("/2"));
    crawl.settle("/page", page(&["/2"]));
    let found = crawl.settle("/2", redirect("/3"));
    assert_eq!(found, ["/3"], "`/page` leads to `/2` with a redirect to spare: store the larger number");
}

/// `/3` is in flight when a shorter path to `/2` is found, and `/2` is known to redirect to it.
#[test]
fn a_shorter_path_to_a_redirect_counts_for_what_lies_behind_it() {
    let mut crawl = Crawl::begin(Options { max_redirects: 2, ..options(&["/1", "/page"]) });
    crawl.settle("/1", redirect("/2"));
    crawl.settle("/2", redirect("/3"));
    crawl.settle("/page", page(&["/2"]));
    let found = crawl.settle("/3", redirect("/4"));
    let rule = "from `/page`, `/2` has two redirects to spare, so `/3` has one: store it in each known URL on the way";
    assert_eq!(found, ["/4"], "{rule}");
}

#[test]
fn a_longer_path_found_later_takes_no_redirect_away() {
    let mut crawl = Crawl::begin(Options { max_redirects: 2, ..options(&["/1", "/2"]) });
    crawl.settle("/1", redirect("/2"));
    crawl.settle("/2", redirect("/3"));
    let found = crawl.settle("/3", redirect("/4"));
    let rule = "`/2` is a root and has two redirects to spare: the most of any path counts, not the last";
    assert_eq!(found, ["/4"], "{rule}");
}

#[test]
fn two_redirects_to_each_other_are_two_pages() {
    let site = |path: &str| redirect(if path == "/a" { "/b" } else { "/a" });
    let rule = "`/b` leads back to `/a`, which had more redirects left: nothing is new, and the crawl ends";
    assert_eq!(fetched(&crawl(&options(&["/a"]), site)), ["/a", "/b"], "{rule}");
}
