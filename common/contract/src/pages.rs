//! Pages: each is fetched once and read to its end, behind redirects, too.

use practice_site::Answer;

use super::tools::{defaults, kind, page, pages_of, record, site, start};
use super::{Site, Stage};

pub(super) fn a_cycle_is_crawled_once(stage: &Stage) {
    let site = site([
        ("/", Answer::links(["/a"])),
        ("/a", Answer::links(["/b", "/a"])),
        ("/b", Answer::links(["/", "/a"])),
    ]);
    let report = stage.crawl(&site, defaults);
    assert_eq!(site.paths(), ["/", "/a", "/b"]);
    assert_eq!((site.requests(), report.summary().pages, report.unfinished), (3, 3, 0));
}

pub(super) fn a_huge_page_is_searched_to_its_end(stage: &Stage) {
    let link = |n: usize| format!("<p><a href='/{}'>and so on, and so on, and so on</a>\n", n % 50);
    let html: String = (0..40_000).map(link).chain(["<a href=/last>".to_owned()]).collect();
    let size = html.len();
    let content = move |path: &str| Some(if path == "/" { Answer::html(html.as_str()) } else { page() });
    let site = start(Site::builder().content(content));
    let report = stage.crawl(&site, defaults);
    let root = record(&report, &site, "/");
    assert_eq!((root.size, root.links), (size, 51));
    assert_eq!((site.hits("/last"), site.requests()), (1, 52));
}

/// `/0` redirects to `/1`, `/1` to `/2`, and so on for ever.
pub(super) fn redirects_are_followed_as_far_as_the_limit(stage: &Stage) {
    let next = |path: &str| Some(Answer::redirect(302, &format!("/{}", path[1..].parse::<u32>().ok()? + 1)));
    let pages = pages_of([
        ("/", Answer::links(["/0", "/dir"])),
        ("/dir", Answer::redirect(301, "/dir/")),
        ("/dir/", Answer::links(["page"])),
    ]);
    let site = start(pages.content(next));
    let report = stage.crawl(&site, |options| options.max_redirects = 3);
    assert_eq!(site.paths(), ["/", "/0", "/1", "/2", "/3", "/dir", "/dir/", "/dir/page"]);
    assert_eq!(kind(record(&report, &site, "/3")), "redirect");
    assert_eq!((site.requests(), report.summary().redirects), (8, 4));
}

pub(super) fn max_pages_ends_the_crawl_of_an_endless_site(stage: &Stage) {
    let links = |path: &str| Some(Answer::links([format!("{path}a"), format!("{path}b")]));
    let site = start(Site::builder().content(links));
    let report = stage.crawl(&site, |options| {
        options.max_pages = Some(100);
        options.max_tasks = 20;
    });
    assert_eq!((site.requests(), report.records.len(), report.unfinished), (100, 100, 0));
    assert_eq!(report.beyond_max_pages, 101, "99 of 200 links are fetched");
}
