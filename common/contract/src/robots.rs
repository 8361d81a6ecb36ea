//! Robots: with `--obey-robots`, each host's robots.txt is fetched before its pages.

use practice_site::Answer;

use super::Stage;
use super::running::wait_until;
use super::tools::{page, pages_of, start};

pub fn robots_txt_is_fetched_first_and_once(stage: &Stage) {
    let robots_txt = Answer::body("text/plain", "User-agent: *\nDisallow: /a");
    let root = Answer::links(["/a", "/b"]);
    let pages = pages_of([("/", root), ("/a", page()), ("/b", page()), ("/robots.txt", robots_txt)]);
    let site = start(pages.hold("/robots.txt"));
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
