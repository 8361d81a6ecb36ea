//! Which targets are new, and what the report counts.

use std::sync::Arc;

use common::{Frontier, Options, Report, Response, Target};

mod web;

use web::{crawl, options, outcome, page, redirect, url};

fn target(path: &str) -> Target {
    Target::page(Arc::new(url(path)))
}

fn paths(targets: &[Target]) -> Vec<&str> {
    targets.iter().map(|target| target.url.path()).collect()
}

fn fetched(report: &Report) -> Vec<&str> {
    report.records.iter().map(|record| record.url.path()).collect()
}

#[test]
fn the_roots_are_the_first_targets_each_once() {
    let targets = Frontier::new(&options(&["/b", "/a", "/b#c"])).roots();
    assert_eq!(paths(&targets), ["/b", "/a"], "each root is a target, once");
}

#[test]
fn a_page_leads_to_its_links_in_their_order() {
    let options = options(&["/"]);
    let mut frontier = Frontier::new(&options);
    let root = frontier.roots().remove(0);
    let outcome = outcome(&root, page(&["/b", "/", "/a", "/b"]), &options);
    assert_eq!(
        paths(&frontier.settle(root, outcome)),
        ["/b", "/a"],
        "each link that is new is a target, once"
    );
}

#[test]
fn no_target_is_handed_out_twice() {
    let report = crawl(&options(&["/"]), |_| page(&["/", "/a", "/b"]));
    assert_eq!(fetched(&report), ["/", "/a", "/b"], "each page is fetched once");
}

#[test]
fn a_redirect_is_followed() {
    let report = crawl(&options(&["/"]), |path| if path == "/" { redirect("/a") } else { page(&[]) });
    assert_eq!(fetched(&report), ["/", "/a"], "a redirect leads to `/a`");
}

#[test]
fn two_redirects_to_one_page_fetch_it_once() {
    let report = crawl(&options(&["/1", "/2"]), |path| if path == "/a" { page(&[]) } else { redirect("/a") });
    assert_eq!(fetched(&report), ["/1", "/2", "/a"], "two redirects lead to `/a`");
}

#[test]
fn a_redirect_to_itself_is_fetched_once() {
    assert_eq!(fetched(&crawl(&options(&["/"]), redirect)), ["/"], "the root is not new");
}

#[test]
fn redirects_in_a_circle_end() {
    let report = crawl(&options(&["/a"]), |path| redirect(if path == "/a" { "/b" } else { "/a" }));
    assert_eq!(fetched(&report), ["/a", "/b"], "the second redirect leads to nothing new");
}

/// Answers each number with a redirect to the next.
fn chain(path: &str) -> Response {
    let number: u32 = path[1..].parse().expect("a number");
    redirect(&format!("/{}", number + 1))
}

#[test]
fn each_redirect_costs_one() {
    let options = Options { max_redirects: 3, ..options(&["/1"]) };
    assert_eq!(
        fetched(&crawl(&options, chain)),
        ["/1", "/2", "/3", "/4"],
        "three redirects may be followed, and each costs one: `left` has been reduced for this one already"
    );
}

#[test]
fn with_no_redirect_left_none_is_followed() {
    let options = Options { max_redirects: 0, ..options(&["/1"]) };
    assert_eq!(fetched(&crawl(&options, chain)), ["/1"], "no redirect is left");
}

#[test]
fn each_link_starts_with_all_redirects() {
    let options = Options { max_redirects: 1, ..options(&["/1"]) };
    let site = |path: &str| if path == "/2" { page(&["/5"]) } else { chain(path) };
    assert_eq!(
        fetched(&crawl(&options, site)),
        ["/1", "/2", "/5", "/6"],
        "one redirect may be followed from each link: `left` is how many may be followed from the URL on, as it is"
    );
}

/// Settles `path`, and returns the paths of the targets that this leads to.
fn settle(frontier: &mut Frontier, options: &Options, path: &str, response: Response) -> Vec<String> {
    let target = target(path);
    let outcome = outcome(&target, response, options);
    let targets = frontier.settle(target, outcome);
    paths(&targets).into_iter().map(str::to_owned).collect()
}

#[test]
fn a_url_is_seen_as_soon_as_it_is_found() {
    let options = options(&["/1", "/2"]);
    let mut frontier = Frontier::new(&options);
    frontier.roots();
    assert_eq!(
        settle(&mut frontier, &options, "/1", page(&["/next"])),
        ["/next"],
        "a link that is new is a target"
    );
    let found = settle(&mut frontier, &options, "/2", page(&["/next"]));
    assert_eq!(
        found, [""; 0],
        "`/next` is in flight: mark a URL as seen when it is found, not when it was fetched"
    );
}

#[test]
fn a_url_that_has_been_fetched_is_not_fetched_again() {
    let options = Options { max_redirects: 1, ..options(&["/1", "/page"]) };
    let mut frontier = Frontier::new(&options);
    frontier.roots();
    settle(&mut frontier, &options, "/1", redirect("/2"));
    settle(&mut frontier, &options, "/2", page(&[]));
    let found = settle(&mut frontier, &options, "/page", page(&["/2"]));
    assert_eq!(
        found, [""; 0],
        "more redirects to spare are no reason to fetch `/2` again: it redirects nowhere"
    );
}

#[test]
fn a_url_behind_a_known_redirect_is_seen_when_it_is_found() {
    let options = Options { max_redirects: 1, ..options(&["/1", "/page", "/other"]) };
    let mut frontier = Frontier::new(&options);
    frontier.roots();
    settle(&mut frontier, &options, "/1", redirect("/2"));
    settle(&mut frontier, &options, "/2", redirect("/3"));
    let links = [["/2"], ["/3"]].map(|links| page(&links));
    let found = ["/page", "/other"].into_iter().zip(links);
    let found: Vec<_> = found
        .flat_map(|(path, page)| settle(&mut frontier, &options, path, page))
        .filter(|path| path == "/3")
        .collect();
    assert!(
        found.len() < 2,
        "`/3` is found twice: mark the URL that you return, which may lie behind redirects"
    );
}

#[test]
fn a_shorter_path_found_later_follows_redirects_that_were_out_of_reach() {
    let options = Options { max_redirects: 2, ..options(&["/1", "/page"]) };
    let mut frontier = Frontier::new(&options);
    frontier.roots();
    let mut settle = |path, response| settle(&mut frontier, &options, path, response);
    assert_eq!(settle("/1", redirect("/2")), ["/2"], "two redirects may be followed");
    assert_eq!(settle("/2", redirect("/3")), ["/3"], "two redirects may be followed");
    assert_eq!(settle("/3", redirect("/4")), [""; 0], "no redirect is left");
    let found = settle("/page", page(&["/2"]));
    assert_eq!(
        found,
        ["/4"],
        "from `/page`, `/2` has two redirects to spare: follow the known ones, up to a new URL"
    );
    let found = settle("/4", redirect("/5"));
    assert_eq!(found, [""; 0], "no redirect is left: each that is followed costs one, the known ones, too");
}

#[test]
fn a_shorter_path_found_while_the_page_is_in_flight_counts() {
    let options = Options { max_redirects: 1, ..options(&["/1", "/page"]) };
    let mut frontier = Frontier::new(&options);
    frontier.roots();
    settle(&mut frontier, &options, "/1", redirect("/2"));
    settle(&mut frontier, &options, "/page", page(&["/2"]));
    let found = settle(&mut frontier, &options, "/2", redirect("/3"));
    assert_eq!(found, ["/3"], "`/page` leads to `/2` with a redirect to spare: store the larger number");
}

/// `/3` is in flight when a shorter path to `/2` is found, and `/2` is known to redirect to it.
#[test]
fn a_shorter_path_to_a_redirect_counts_for_what_lies_behind_it() {
    let options = Options { max_redirects: 2, ..options(&["/1", "/page"]) };
    let mut frontier = Frontier::new(&options);
    frontier.roots();
    settle(&mut frontier, &options, "/1", redirect("/2"));
    settle(&mut frontier, &options, "/2", redirect("/3"));
    settle(&mut frontier, &options, "/page", page(&["/2"]));
    let found = settle(&mut frontier, &options, "/3", redirect("/4"));
    assert_eq!(
        found,
        ["/4"],
        "from `/page`, `/2` has two redirects to spare, so `/3` has one: store it in each known URL on the way"
    );
}

#[test]
fn a_longer_path_found_later_takes_no_redirect_away() {
    let options = Options { max_redirects: 2, ..options(&["/1", "/2"]) };
    let mut frontier = Frontier::new(&options);
    frontier.roots();
    settle(&mut frontier, &options, "/1", redirect("/2"));
    settle(&mut frontier, &options, "/2", redirect("/3"));
    let found = settle(&mut frontier, &options, "/3", redirect("/4"));
    assert_eq!(
        found,
        ["/4"],
        "`/2` is a root and has two redirects to spare: the most of any path counts, not the last"
    );
}

#[test]
fn https_links_are_counted_once_and_the_first_is_named() {
    let links = ["https://b.example/", "https://a.example/#x", "https://a.example/"];
    let report = crawl(&options(&["/1", "/2"]), |_| page(&links));
    assert_eq!((report.skipped_https, report.an_https), (2, Some(url("https://a.example/"))));
}

#[test]
fn an_https_root_is_an_error() {
    let mut frontier = Frontier::new(&options(&["https://site.example/", "https://site.example/#x"]));
    assert_eq!(frontier.roots(), []);
    let report = frontier.into_report();
    assert_eq!(report.records.len(), 1);
    assert_eq!(report.records[0].error.as_ref().unwrap().cause.kind(), "unsupported-scheme");
}

#[test]
fn targets_that_are_not_settled_are_unfinished() {
    let options = options(&["/1", "/2"]);
    let mut frontier = Frontier::new(&options);
    let root = frontier.roots().remove(0);
    let outcome = outcome(&root, page(&["/3", "/4"]), &options);
    frontier.settle(root, outcome);
    assert_eq!(frontier.into_report().unfinished, 3, "`/2`, `/3` and `/4` are not settled");
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
