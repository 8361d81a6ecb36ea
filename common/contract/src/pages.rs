//! Pages: each is fetched once and read to its end.

use std::net::Ipv6Addr;

use practice_site::Answer;

use super::tools::{defaults, page, record, site, start};
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

pub(super) fn an_ipv6_address_is_a_host(stage: &Stage) {
    let site = Site::builder().page("/", Answer::links(["/a"])).bind((Ipv6Addr::LOCALHOST, 0)).start();
    // Not every machine has IPv6.
    let Ok(site) = site else { return };
    stage.crawl(&site, defaults);
    assert_eq!(site.paths(), ["/", "/a"]);
}
