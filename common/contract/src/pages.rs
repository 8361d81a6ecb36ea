//! Pages: what is recorded of them, and what the hook sees.

use std::sync::{Arc, Mutex};

use common::crawl::options::Hook;
use practice_site::Answer;

use super::tools::{defaults, kind, page, page_with_status, pages_of, record, site, start, urls};
use super::{Site, Stage};

pub(super) fn a_cycle_is_crawled_once(stage: &Stage) {
    let site = site([
        ("/", Answer::links(["/a"])),
        ("/a", Answer::links(["/b", "/a"])),
        ("/b", Answer::links(["/", "/a"])),
    ]);
    let report = stage.crawl(&site, defaults);
    assert_eq!(site.paths(), ["/", "/a", "/b"]);
    assert_eq!(site.requests(), 3);
    assert_eq!(report.summary().pages, 3);
}

pub(super) fn a_root_is_fetched_without_its_fragment(stage: &Stage) {
    let site = site([("/", Answer::links(["/#top"]))]);
    let report = stage.crawl(&site, |options| options.roots = vec![site.url("/#middle")]);
    assert_eq!(site.requests(), 1);
    assert_eq!(urls(&report), [site.url("/").as_str()]);
    assert!(report.has_root());
}

pub(super) fn an_error_page_is_recorded_and_not_searched(stage: &Stage) {
    let site = site([
        ("/", Answer::links(["/404", "/500"])),
        ("/404", page_with_status(404, "<a href=/behind>Were you looking for this?</a>")),
        ("/500", page_with_status(500, "<a href=/behind>Or for this?</a>")),
    ]);
    let report = stage.crawl(&site, defaults);
    assert_eq!(record(&report, &site, "/404").status, Some(404));
    assert_eq!(record(&report, &site, "/500").status, Some(500));
    assert_eq!(record(&report, &site, "/404").links, 0);
    assert_eq!(report.summary().errors, 2);
    assert_eq!(site.hits("/behind"), 0);
}

pub(super) fn a_huge_page_is_searched_to_its_end(stage: &Stage) {
    let link = |n: usize| format!("<p><a href='/{}'>and so on, and so on, and so on</a>\n", n % 50);
    let html: String = (0..40_000).map(link).chain(["<a href=/last>".to_owned()]).collect();
    let size = html.len();
    let content = move |path: &str| Some(if path == "/" { Answer::html(html.as_str()) } else { page() });
    let site = start(Site::builder().content(content));
    let report = stage.crawl(&site, defaults);
    assert_eq!(record(&report, &site, "/").size, size);
    assert_eq!(record(&report, &site, "/").links, 51);
    assert_eq!(site.hits("/last"), 1);
    assert_eq!(site.requests(), 52);
}

pub(super) fn a_record_says_what_the_page_is(stage: &Stage) {
    let html = "<a href=/a></a> <a href=/b></a> <a href=/></a> <a href=http://elsewhere.test/></a>";
    let site = site([
        ("/", Answer::body("Text/HTML; Charset=\"ISO-8859-1\"", html)),
        ("/a", Answer::html("<a href=/b></a>")),
        ("/b", Answer::body("foo", "four")),
    ]);
    let report = stage.crawl(&site, defaults);
    let root = record(&report, &site, "/");
    assert_eq!((root.status, root.tries, root.size), (Some(200), 1, html.len()));
    assert_eq!(root.content_type.as_deref(), Some("Text/HTML"));
    assert_eq!(root.encoding.as_deref(), Some("iso-8859-1"));
    assert_eq!((root.links, root.new_links), (3, 2), "three links in scope, of which one is the root");
    let a = record(&report, &site, "/a");
    assert_eq!((a.links, a.new_links), (1, 0), "the link is on the root already");
    let b = record(&report, &site, "/b");
    assert_eq!(b.content_type.as_deref(), Some("foo"));
    assert_eq!(b.encoding.as_deref(), Some("utf-8"));
    assert_eq!(b.size, 4);
}

pub(super) fn the_records_are_in_the_natural_order_of_urls(stage: &Stage) {
    let site = site([("/", Answer::links(["/z", "/b", "/a?10", "/a?2", "/m/"]))]);
    let report = stage.crawl(&site, defaults);
    let sorted = ["/", "/a?2", "/a?10", "/b", "/m/", "/z"].map(|path| site.url(path).to_string());
    assert_eq!(urls(&report), sorted);
}

/// Each page links to ten others, so that most links are on many pages.
pub(super) fn each_link_is_new_on_one_page(stage: &Stage) {
    let links = |n: usize| (1..=10).map(move |step| format!("/{}", (n * 7 + step) % 100));
    let number = |path: &str| path[1..].parse().unwrap_or(0);
    let site = start(Site::builder().content(move |path| Some(Answer::links(links(number(path))))));
    let report = stage.crawl(&site, defaults);
    let new: u32 = report.records.iter().map(|record| record.new_links).sum();
    assert_eq!(report.records.len(), 101);
    assert_eq!(new, 100, "every page but the root");
}

/// With two fetches at once, the held page is fetched last. It comes before `/10` in the report.
pub(super) fn a_page_is_found_on_the_first_page_of_the_report_that_links_to_it(stage: &Stage) {
    let pages = pages_of([
        ("/", Answer::links(["/2", "/10", "/moved"])),
        ("/2", Answer::links(["/lost"])),
        ("/10", Answer::links(["/lost"])),
        ("/moved", Answer::redirect(302, "/behind")),
    ]);
    let site = start(pages.hold("/2"));
    let crawl = stage.begin(&site, defaults);
    let is_alone = stage.at_once(2) == 1;
    crawl.wait_until(|site| site.unanswered() == ["/2"] && (is_alone || site.hits("/lost") == 1));
    site.release("/2");
    let report = crawl.finish();
    let found_on = |path: &str| record(&report, &site, path).found_on.as_deref().cloned();
    assert_eq!(found_on("/"), None);
    assert_eq!(found_on("/10"), Some(site.url("/")));
    assert_eq!(found_on("/lost"), Some(site.url("/2")));
    assert_eq!(found_on("/behind"), Some(site.url("/moved")));
}

pub(super) fn the_hook_sees_every_response(stage: &Stage) {
    let site = site([
        ("/", Answer::links(["/moved", "/lost", "/reset"])),
        ("/moved", Answer::redirect(302, "/text")),
        ("/text", Answer::body("text/plain", "this is the body")),
        ("/reset", Answer::html("").reset(practice_site::Reset::Request)),
    ]);
    let seen = Arc::new(Mutex::new(Vec::new()));
    let sees = Arc::clone(&seen);
    let hook = Hook::new(move |url, response| {
        let mut seen = sees.lock().expect("no hook panics");
        seen.push((url.path().to_owned(), response.status, response.body.len()));
    });
    stage.crawl(&site, |options| {
        options.on_response = Some(hook);
        options.max_tries = 1;
    });
    let mut seen = seen.lock().expect("no hook panics").clone();
    seen.sort();
    let statuses: Vec<_> = seen.iter().map(|(path, status, _)| (path.as_str(), *status)).collect();
    assert_eq!(statuses, [("/", 200), ("/lost", 404), ("/moved", 302), ("/text", 200)]);
    assert_eq!(seen[3].2, "this is the body".len());
}

pub(super) fn a_hook_that_panics_costs_only_its_page(stage: &Stage) {
    let site = site([
        ("/", Answer::links(["/a", "/trap", "/b"])),
        ("/a", Answer::links(["/c"])),
        ("/trap", Answer::links(["/behind"])),
    ]);
    let hook = Hook::new(|url, _| assert!(url.path() != "/trap", "the hook panics"));
    let report = stage.crawl(&site, |options| {
        options.on_response = Some(hook);
        options.max_tasks = 1;
    });
    assert_eq!(kind(record(&report, &site, "/trap")), "panic");
    assert_eq!(site.paths(), ["/", "/a", "/b", "/c", "/trap"]);
    assert_eq!(report.unfinished, 0);
}
