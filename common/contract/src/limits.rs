//! Limits: the crawls of endless sites and of huge lists of links end, and the report has what was left out.

use common::page::links::{MAX_LINKS, MAX_URL};
use practice_site::{Answer, Site};

use super::Stage;
use super::tools::{defaults, page, record, site, site_naming_itself, start};

/// Returns a site on which each page links to two new ones.
fn endless() -> Site {
    start(Site::builder().content(|path| Some(Answer::links([format!("{path}a"), format!("{path}b")]))))
}

pub(super) fn max_pages_ends_the_crawl_of_an_endless_site(stage: &Stage) {
    let site = endless();
    let report = stage.crawl(&site, |options| {
        options.max_pages = Some(100);
        options.max_tasks = 20;
    });
    assert_eq!((site.requests(), report.records.len(), report.unfinished), (100, 100, 0));
    assert_eq!(report.beyond_max_pages, 101, "99 of 200 links are fetched");
    assert_eq!(report.summary().beyond_max_pages, 101);
}

pub(super) fn with_one_task_the_first_pages_found_are_fetched(stage: &Stage) {
    let site = endless();
    stage.crawl(&site, |options| {
        options.max_pages = Some(5);
        options.max_tasks = 1;
    });
    assert_eq!(site.paths(), ["/", "/a", "/aa", "/ab", "/b"]);
}

pub(super) fn redirects_and_errors_count_towards_max_pages(stage: &Stage) {
    let site = site([
        ("/", Answer::links(["/moved", "/lost", "/late"])),
        ("/moved", Answer::redirect(302, "/behind")),
    ]);
    let report = stage.crawl(&site, |options| options.max_pages = Some(3));
    assert_eq!(site.paths(), ["/", "/lost", "/moved"]);
    assert_eq!(report.beyond_max_pages, 2, "a link, and the page behind the redirect");
}

pub(super) fn max_pages_equal_to_the_number_of_pages_leaves_none_out(stage: &Stage) {
    let site =
        site([("/", Answer::links(["/a", "/b", "/a"])), ("/a", Answer::links(["/", "/b"])), ("/b", page())]);
    let report = stage.crawl(&site, |options| options.max_pages = Some(3));
    assert_eq!((report.records.len(), report.beyond_max_pages), (3, 0));
}

/// Only the first links count, and most of them lead nowhere here.
pub(super) fn a_page_of_too_many_links_is_read_in_part_and_named(stage: &Stage) {
    let links: String = (0..MAX_LINKS - 1).map(|n| format!("<a href=x:{n}>")).collect();
    let site = site([("/", Answer::html(format!("{links}<a href=/last><a href=/one><a href=/two>")))]);
    let report = stage.crawl(&site, defaults);
    assert_eq!(site.paths(), ["/", "/last"]);
    assert_eq!((report.beyond_max_links.count, report.summary().beyond_max_links), (2, 2));
    assert_eq!(report.beyond_max_links.example.as_deref(), Some(&site.url("/")));
}

pub(super) fn a_url_that_is_too_long_is_counted_once_and_named(stage: &Stage) {
    let site = with_long_links();
    let report = stage.crawl(&site, defaults);
    assert_eq!(site.paths(), ["/", "/more", "/moved"]);
    assert_eq!(
        (report.skipped_long.count, report.summary().skipped_long),
        (3, 3),
        "two links and a redirect"
    );
    let named = report.skipped_long.example.as_ref().map(ToString::to_string).unwrap_or_default();
    assert!(named.starts_with(site.url("/").as_str()) && named.len() < 200, "{named}");
    assert_eq!(record(&report, &site, "/moved").next_url, None);
}

/// Returns a site of which two pages share a link that is too long. One of them has another, and a redirect a third.
fn with_long_links() -> Site {
    let path = |start: char| format!("/{start}{}", "x".repeat(MAX_URL));
    let [one, two, three] = ['1', '2', '3'].map(path);
    site([
        ("/", Answer::links([one.as_str(), &one, "/more", "/moved"])),
        ("/more", Answer::links([&one, &two])),
        ("/moved", Answer::redirect(302, &three)),
    ])
}

pub(super) fn the_longest_url_is_followed_and_no_longer_one(stage: &Stage) {
    let site = site_naming_itself(|site| {
        let fits = MAX_URL - site.url("/").as_str().len();
        [("/", Answer::links(["y".repeat(fits), "z".repeat(fits + 1)]))]
    });
    let report = stage.crawl(&site, defaults);
    assert_eq!((site.requests(), report.skipped_long.count), (2, 1));
}

/// The crawl requests no coding, and a coded body is no HTML.
pub(super) fn a_coded_body_is_an_error_and_no_page(stage: &Stage) {
    let html = "<a href=/behind></a>";
    let answer = |coding: &str| {
        let head = "HTTP/1.1 200 OK\r\nContent-Type: text/html";
        Answer::raw(format!("{head}\r\nContent-Encoding: {coding}\r\nContent-Length: 20\r\n\r\n{html}"))
    };
    let site = site([
        ("/", Answer::links(["/gzip", "/br", "/identity", "/utf-8"])),
        ("/gzip", answer("gzip")),
        ("/br", answer("identity, \u{202e}rb")),
        ("/identity", answer("Identity")),
        // Servers send this by mistake, and mean a charset.
        ("/utf-8", answer("utf-8")),
    ]);
    let report = stage.crawl(&site, defaults);
    assert_eq!((site.hits("/gzip"), site.hits("/br"), site.hits("/behind")), (1, 1, 1), "not tried again");
    assert_eq!(record(&report, &site, "/utf-8").links, 1);
    for (path, coding) in [("/gzip", "gzip"), ("/br", "\\u{202e}rb")] {
        let error = record(&report, &site, path).error.as_ref().expect("an error");
        assert_eq!(error.cause.kind(), "content-encoding");
        assert!(error.to_string().contains(coding) && error.to_string().is_ascii(), "{error}");
    }
}
