//! Robots: which pages `--obey-robots` does not fetch.

mod file;

use std::time::Duration;

use common::crawl::options::Hook;
use common::{Options, Report};
use practice_site::{Answer, Builder};

use super::Stage;
use super::tools::{all_names_lead_to, named, page, pages_of, record, site, start};

pub(super) use file::*;

fn obedient(options: &mut Options) {
    options.obey_robots = true;
}

fn robots(text: &str) -> Answer {
    Answer::body("text/plain", text)
}

/// Returns a root that links to `/a` and `/b`, and this robots.txt.
fn pages(robots_txt: Answer) -> Builder {
    let root = Answer::links(["/a", "/b"]);
    pages_of([("/", root), ("/a", page()), ("/b", page()), ("/robots.txt", robots_txt)])
}

/// Crawls this site, and returns the paths that were requested and the report.
fn requested(stage: &Stage, robots_txt: Answer) -> (Vec<String>, Report) {
    let site = start(pages(robots_txt));
    let report = stage.crawl(&site, obedient);
    (site.paths(), report)
}

pub(super) fn by_default_robots_txt_is_not_fetched(stage: &Stage) {
    let site = start(pages(robots("User-agent: *\nDisallow: /")));
    let report = stage.crawl(&site, |_| {});
    assert_eq!((site.paths(), report.disallowed.count), (["/", "/a", "/b"].map(str::to_owned).into(), 0));
}

pub(super) fn disallowed_pages_are_counted_and_not_fetched(stage: &Stage) {
    let site = start(pages(robots("User-agent: *\nDisallow: /a\nDisallow: /c")));
    let report = stage.crawl(&site, obedient);
    assert_eq!(site.paths(), ["/", "/b", "/robots.txt"]);
    assert_eq!((report.summary().pages, report.summary().disallowed, report.unfinished), (2, 1, 0));
    assert_eq!(report.disallowed.example.as_deref(), Some(&site.url("/a")));
    assert_eq!(record(&report, &site, "/").links, 2, "a disallowed link counts as a link");
}

pub(super) fn the_group_of_this_crawler_is_obeyed(stage: &Stage) {
    let text = "User-agent: *\nDisallow: /\n\nUser-agent: Four-Stages-Crawler\nDisallow: /b";
    assert_eq!(requested(stage, robots(text)).0, ["/", "/a", "/robots.txt"]);
    let text = "User-agent: four-stages-crawler/0.1.0\nDisallow: /b";
    assert_eq!(requested(stage, robots(text)).0, ["/", "/a", "/robots.txt"]);
    let text = "User-agent: other\nDisallow: /";
    assert_eq!(requested(stage, robots(text)).0, ["/", "/a", "/b", "/robots.txt"]);
}

pub(super) fn each_host_has_its_own_robots_txt(stage: &Stage) {
    let site = start(pages(Answer::sequence([robots("User-agent: *\nDisallow: /"), robots("")])));
    let [one, other] = ["one.test", "other.test"].map(|host| named(&site, host, "/"));
    let report = stage.crawl(&site, |options| {
        obedient(options);
        options.roots = vec![one, other];
        options.resolver = all_names_lead_to(&site);
        options.max_tasks = 1;
    });
    assert_eq!((site.hits("/robots.txt"), site.hits("/"), report.disallowed.count), (2, 1, 1));
}

pub(super) fn a_redirect_to_a_disallowed_page_is_not_followed(stage: &Stage) {
    let forbids = robots("User-agent: *\nDisallow: /secret");
    let site = site([("/robots.txt", forbids), ("/", Answer::redirect(302, "/secret")), ("/secret", page())]);
    let report = stage.crawl(&site, obedient);
    assert_eq!(site.paths(), ["/", "/robots.txt"]);
    assert_eq!((report.summary().redirects, report.disallowed.count), (1, 1));
}

/// Its links are searched if it is fetched as a page, and not if it is fetched for its rules.
pub(super) fn a_link_to_robots_txt_is_a_link_to_a_page(stage: &Stage) {
    let html = Answer::html("<a href=/found></a>\nUser-agent: *\nDisallow: /");
    let site = site([("/robots.txt", html.clone()), ("/", page()), ("/found", page())]);
    let unlinked = stage.crawl(&site, |options| {
        obedient(options);
        options.on_response = Some(Hook::new(|url, _| panic!("the hook is called for {url}")));
    });
    assert_eq!((site.paths(), unlinked.records.len()), (vec!["/robots.txt".to_owned()], 0));
    let report = stage.crawl(&site, |options| {
        obedient(options);
        options.roots = vec![site.url("/robots.txt")];
    });
    assert_eq!(record(&report, &site, "/robots.txt").links, 1);
    assert_eq!((report.records.len(), report.disallowed.count), (1, 1));
}

pub(super) fn a_crawl_delay_is_obeyed(stage: &Stage) {
    let site = start(pages(robots("User-agent: *\nCrawl-delay: 0.15")));
    let begin = site.clock();
    stage.crawl(&site, |options| {
        obedient(options);
        options.delay = Duration::from_millis(1);
    });
    let accepted: Vec<_> = site.log().iter().map(|visit| visit.accepted - begin).collect();
    // The root's turn comes 1 ms after robots.txt. The next turns are 150 ms apart.
    let turns = [0, 1, 151, 301].map(Duration::from_millis);
    assert!(accepted.len() == 4 && accepted.iter().zip(turns).all(|(at, turn)| *at >= turn), "{accepted:?}");
}

pub(super) fn the_program_reports_disallowed_pages(stage: &Stage) {
    let site = start(pages(robots("User-agent: *\nDisallow: /a")));
    let root = site.url("/");
    let text = stage.run(&site, &["--obey-robots", root.as_str()]);
    let line = format!("not allowed by robots.txt: 1 URL, such as {}", site.url("/a"));
    assert!(text.stdout.contains(&line), "{}", text.stdout);
    let json = stage.run(&site, &["--obey-robots", "--format=json", root.as_str()]).json();
    assert_eq!((&json["summary"]["disallowed"], &json["summary"]["pages"]), (&1.into(), &2.into()));
}
