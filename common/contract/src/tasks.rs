//! Tasks: how much goes on at once. A strategy that does one thing at a time has one task, whatever it is allowed.

use std::time::Duration;

use common::Options;
use practice_site::{Answer, Builder};

use super::tools::{defaults, page, pages_of, start};
use super::{Site, Stage};

/// How long an answer takes, so that requests which ought not to be open at once would be.
const A_MOMENT: Duration = Duration::from_millis(5);

/// Makes `count` pages of the site the roots: all of them can be fetched at once.
fn roots(site: &Site, count: usize) -> impl FnOnce(&mut Options) {
    let roots = (0..count).map(|n| site.url(&format!("/{n}"))).collect();
    |options| options.roots = roots
}

fn empty_pages() -> Builder {
    Site::builder().content(|_| Some(page()))
}

/// The gate opens when five requests are open at once; the latency leaves time for a sixth, which must not come.
pub(super) fn max_tasks_is_reached_and_never_passed(stage: &Stage) {
    let at_once = stage.at_once(5);
    let site = start(empty_pages().gate(at_once).latency(A_MOMENT));
    let report = stage.crawl(&site, |options| {
        roots(&site, 50)(options);
        options.max_tasks = 5;
    });
    assert_eq!(report.summary().pages, 50);
    assert_eq!(site.most_open(), at_once);
}

pub(super) fn no_task_is_taken_for_one(stage: &Stage) {
    let site = start(empty_pages());
    let report = stage.crawl(&site, |options| options.max_tasks = 0);
    assert_eq!((report.summary().pages, site.most_open()), (1, 1));
}

pub(super) fn links_found_late_are_fetched_at_once_too(stage: &Stage) {
    let links: Vec<_> = (0..30).map(|n| format!("/{n}")).collect();
    let held =
        (0..30).fold(pages_of([("/", Answer::links(&links))]), |builder, n| builder.hold(format!("/{n}")));
    let site = start(held);
    let crawl = stage.begin(&site, |options| options.max_tasks = 7);
    let at_once = stage.at_once(7);
    crawl.wait_until(|site| site.requests() == 1 + at_once as u64);
    links.iter().for_each(|path| site.release(path));
    let report = crawl.finish();
    assert_eq!(report.records.len(), 31);
    assert_eq!(site.most_open(), at_once);
}

pub(super) fn with_one_task_it_is_one_at_a_time(stage: &Stage) {
    let site = start(empty_pages().latency(A_MOMENT));
    let report = stage.crawl(&site, |options| {
        roots(&site, 20)(options);
        options.max_tasks = 1;
    });
    assert_eq!(report.summary().pages, 20);
    assert_eq!(site.most_open(), 1);
}

/// The crawl has nothing left to start, but what is under way may bring more.
pub(super) fn an_empty_queue_is_not_the_end(stage: &Stage) {
    let site = start(
        pages_of([
            ("/", Answer::links(["/other", "/held"])),
            ("/held", Answer::links(["/behind"])),
            ("/behind", Answer::links(["/far/behind"])),
        ])
        .hold("/held"),
    );
    let crawl = stage.begin(&site, defaults);
    crawl.wait_until(|site| site.hits("/other") == 1 && site.unanswered() == ["/held"]);
    site.release("/held");
    let report = crawl.finish();
    assert_eq!(site.paths(), ["/", "/behind", "/far/behind", "/held", "/other"]);
    assert_eq!(report.unfinished, 0);
}

/// Twice over: those who had nothing to do must notice that there is something again.
pub(super) fn who_had_nothing_to_do_is_there_when_there_is(stage: &Stage) {
    let links: Vec<_> = (0..8).map(|n| format!("/behind/{n}")).collect();
    let site = start(links.iter().fold(
        pages_of([("/", Answer::links(["/held"])), ("/held", Answer::links(&links))]).hold("/held"),
        |builder, path| builder.hold(path),
    ));
    let crawl = stage.begin(&site, |options| options.max_tasks = 8);
    crawl.wait_until(|site| site.unanswered() == ["/held"]);
    site.release("/held");
    crawl.wait_until(|site| site.requests() == 2 + stage.at_once(8) as u64);
    links.iter().for_each(|path| site.release(path));
    assert_eq!(crawl.finish().records.len(), 10);
}
