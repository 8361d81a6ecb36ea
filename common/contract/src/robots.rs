//! Robots: with `--obey-robots`, each host's robots.txt is fetched before its pages.

use std::time::Duration;

use practice_site::{Answer, Builder};

use super::Stage;
use super::pace::assert_in_turn;
use super::running::wait_until;
use super::tools::{page, pages_of, start};

/// Returns a root that links to `/a` and `/b`, and a robots.txt with this line for all crawlers.
fn pages(line: &str) -> Builder {
    let robots_txt = Answer::body("text/plain", format!("User-agent: *\n{line}"));
    let root = Answer::links(["/a", "/b"]);
    pages_of([("/", root), ("/a", page()), ("/b", page()), ("/robots.txt", robots_txt)])
}

pub(super) fn robots_txt_is_fetched_first_and_once(stage: &Stage) {
    let site = start(pages("Disallow: /a").hold("/robots.txt"));
    let roots = ["/", "/a", "/b"].map(|path| site.url(path));
    let crawl = stage.begin(&site, |options| {
        options.obey_robots = true;
        options.roots = roots.into();
    });
    wait_until(&site, |site| site.unanswered() == ["/robots.txt"]);
    site.release("/robots.txt");
    let report = crawl.finish();
    assert!(site.log()[1..].iter().all(|visit| Some(visit.accepted) > site.log()[0].answered));
    assert_eq!((site.paths(), site.requests()), (["/", "/b", "/robots.txt"].map(str::to_owned).into(), 3));
    assert_eq!((report.summary().pages, report.disallowed.count, report.unfinished), (2, 1, 0));
}

pub(super) fn a_crawl_delay_is_obeyed(stage: &Stage) {
    let site = start(pages("Crawl-delay: 0.15"));
    let begin = site.clock();
    stage.crawl(&site, |options| options.obey_robots = true);
    assert_eq!(site.requests(), 4);
    // The root's turn comes directly after robots.txt.
    assert_in_turn(&site, 1, begin, Duration::from_millis(150));
}
