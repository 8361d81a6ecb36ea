//! Redirects: which are followed, and how far.

use common::{Options, Record};
use practice_site::{Answer, Builder, Site};

use super::Stage;
use super::tools::{defaults, kind, page, pages_of, record, site, start};

/// Starts a site on which `/0` redirects to `/1`, `/1` to `/2`, and so on for ever.
pub(super) fn chain(builder: Builder) -> Site {
    start(builder.content(|path| {
        let number = path[1..].parse::<u32>().ok()?;
        Some(Answer::redirect(302, &format!("/{}", number + 1)))
    }))
}

/// Returns the numbers of the chain's redirects that were requested.
pub(super) fn steps(site: &Site) -> Vec<u32> {
    let mut steps: Vec<u32> = site.paths().iter().filter_map(|path| path[1..].parse().ok()).collect();
    steps.sort_unstable();
    steps
}

pub(super) fn at_most_three(options: &mut Options) {
    options.max_redirects = 3;
}

pub(super) fn each_status_that_redirects_is_followed(stage: &Stage) {
    let statuses = [300, 301, 302, 303, 307, 308];
    let links = Answer::links(statuses.map(|status| format!("/{status}")));
    let content = |path: &str| {
        let status = path[1..].parse().ok()?;
        Some(Answer::redirect(status, &format!("/after/{status}")))
    };
    let site = start(Site::builder().page("/", links).content(content));
    let report = stage.crawl(&site, defaults);
    for status in statuses {
        let record = record(&report, &site, &format!("/{status}"));
        assert_eq!(record.status, Some(status));
        assert_eq!(record.next_url.as_deref(), Some(&site.url(&format!("/after/{status}"))));
        assert_eq!(site.hits(&format!("/after/{status}")), 1);
    }
    assert_eq!(report.summary().redirects, 6);
}

pub(super) fn the_body_of_a_redirect_is_not_searched(stage: &Stage) {
    let html = "<a href=/body></a>";
    let head = format!("Location: /next\r\nContent-Type: text/html\r\nContent-Length: {}", html.len());
    let moved = Answer::raw(format!("HTTP/1.0 302 Found\r\n{head}\r\n\r\n{html}"));
    let site = site([("/", moved)]);
    let report = stage.crawl(&site, defaults);
    assert_eq!(site.paths(), ["/", "/next"]);
    assert_eq!(record(&report, &site, "/").links, 0);
}

pub(super) fn a_chain_is_followed_as_far_as_the_limit(stage: &Stage) {
    let site = chain(pages_of([("/", Answer::links(["/0"]))]));
    let report = stage.crawl(&site, at_most_three);
    assert_eq!(steps(&site), [0, 1, 2, 3]);
    let last = record(&report, &site, "/3");
    assert_eq!(last.next_url.as_deref(), Some(&site.url("/4")), "it is recorded and not followed");
    assert_leads_nowhere(last, &format!("more than 3 in a row, on the way from {}", site.url("/0")));
    assert_eq!((report.summary().errors, report.summary().redirects), (1, 3));
}

/// Asserts that a record is the error of a redirect that leads nowhere, for this reason.
#[track_caller]
pub(super) fn assert_leads_nowhere(record: &Record, why: &str) {
    let error = record.error.as_ref().map(ToString::to_string).unwrap_or_default();
    assert_eq!((kind(record).as_str(), record.status.is_some()), ("redirect", true), "{error}");
    assert_eq!(error, format!("redirect leads nowhere: {why}"));
}

pub(super) fn a_page_behind_two_redirects_is_fetched_once(stage: &Stage) {
    let site = site([
        ("/", Answer::links(["/a", "/b", "/page"])),
        ("/a", Answer::redirect(302, "/page")),
        ("/b", Answer::redirect(302, "/a")),
        ("/page", page()),
    ]);
    let report = stage.crawl(&site, defaults);
    assert_eq!(site.paths(), ["/", "/a", "/b", "/page"]);
    assert_eq!(site.requests(), 4);
    assert_eq!(report.summary().redirects, 2);
}

pub(super) fn a_loop_ends(stage: &Stage) {
    let site = site([
        ("/", Answer::redirect(302, "/a")),
        ("/a", Answer::redirect(302, "/b")),
        ("/b", Answer::redirect(302, "/")),
    ]);
    let report = stage.crawl(&site, defaults);
    assert_eq!(site.requests(), 3);
    let why = format!("it leads back to {0}, on the way from {0}", site.url("/"));
    assert_leads_nowhere(record(&report, &site, "/b"), &why);
    assert_eq!((report.summary().errors, report.summary().redirects), (1, 2));
}
