//! The pool of threads: workers are started as they are needed, and survive a panic.

use std::fs::{self, DirEntry};
use std::panic::resume_unwind;
use std::sync::{Arc, Barrier};
use std::time::Duration;

use common::{Cause, FetchError, Options, Phase, Report, Response};

use crate::tools::{counts, crawl, options, page, with_a_fragile_observer};

const NOT_DONE: &str =
    "every target was taken, and one is not done: does each way out of the work call `task_done`?";

const NOT_TAKEN: &str = "a target is in the queue, and no worker takes it: a worker takes one after another, and ends only \
    when `get` returns `None`, not with a target";

/// Crawls a site with two pages, which are fetched only together.
#[track_caller]
fn crawl_both(options: Options, message: &str, both: [&'static str; 2], links: &'static [&str]) -> Report {
    let meeting = Barrier::new(2);
    crawl(options, message, move |path| {
        if both.contains(&path) {
            meeting.wait();
        }
        Ok(page(if path == "/" { links } else { &[] }))
    })
}

/// Answers the root with links to so many pages, and those without any.
fn wide(pages: usize, path: &str) -> Response {
    linking_to(if path == "/" { 1..pages + 1 } else { 0..0 })
}

fn linking_to(pages: impl Iterator<Item = usize>) -> Response {
    let paths: Vec<_> = pages.map(|page| format!("/{page}")).collect();
    page(&paths.iter().map(String::as_str).collect::<Vec<_>>())
}

/// Whenever a page is done before its link is put, the crawl may end there.
#[test]
fn a_page_is_done_after_its_links_are_put() {
    const PAGES: usize = 3000;
    let report = crawl(options(&["/0"]), NOT_DONE, |path| {
        let next = path[1..].parse::<usize>().expect("a number") + 1;
        Ok(linking_to(next..PAGES.min(next + 1)))
    });
    let count = report.records.len();
    let rule = "`self.put` the targets that `settle` returns, before the page is done, which is when its `TaskDone` is \
        dropped (`let _ =` drops it at once)";
    assert_eq!(counts(&report), (PAGES, 0, vec![]), "the crawl ended after {count} pages: {rule}");
}

#[test]
fn every_link_of_every_page_is_fetched() {
    let report = crawl(options(&["/"]), NOT_TAKEN, |path| Ok(wide(100, path)));
    assert_eq!(counts(&report), (101, 0, vec![]), "put the links of each page");
}

#[test]
fn two_pages_are_fetched_at_once() {
    let message = "a fetch waits for another one, which waits for a lock: hold no lock while you fetch";
    let report = crawl_both(options(&["/1", "/2"]), message, ["/1", "/2"], &[]);
    assert_eq!(counts(&report), (2, 0, vec![]), "every root is fetched");
}

#[test]
fn the_links_of_a_page_are_fetched_at_once() {
    let message = "two links are not fetched at once: `self.put` starts workers for them, and `self.queue.put` does not";
    let report = crawl_both(options(&["/"]), message, ["/1", "/2"], &["/1", "/2"]);
    assert_eq!(counts(&report), (3, 0, vec![]), "every link is fetched");
}

#[test]
fn a_fetch_that_fails_has_an_outcome() {
    let options = options(&["/", "/lost"]);
    let lost = Arc::new(options.roots[1].clone());
    let report = crawl(options, NOT_DONE, move |path| match path {
        "/lost" => Err(FetchError::new(&lost, Phase::Reading, 1, Duration::ZERO, Cause::Closed)),
        _ => Ok(page(&[])),
    });
    let message = "a fetch that failed belongs in the report, too: settle its outcome, as that of a response";
    assert_eq!(counts(&report), (2, 0, vec!["closed".to_owned()]), "{message}");
}

#[test]
fn a_panic_of_a_fetch_costs_its_page_and_not_its_worker() {
    let options = Options { max_tasks: 1, ..options(&["/"]) };
    let message = "a panic has ended the only worker: catch it, and go on with the next target";
    let report = crawl(options, message, |path| match path {
        "/7" => resume_unwind(Box::new("this page is bad luck")),
        _ => Ok(wide(20, path)),
    });
    let message = "a panic is the outcome of its page, `Services::panicked`, and is settled like any other";
    assert_eq!(counts(&report), (21, 0, vec!["panic".to_owned()]), "{message}");
    let error = report.records.iter().find_map(|record| record.error.as_ref()).expect("it was counted");
    let message = "the report lacks what the panic says: pass `&*panic`, and not `&panic`, which is the box";
    assert!(error.to_string().contains("bad luck"), "{message} ({error})");
}

#[test]
fn a_target_is_done_even_if_its_worker_panics() {
    let options = with_a_fragile_observer(options(&["/"]), || true);
    let message = "a panic has skipped `task_done`: a guard that is dropped calls it on every way out";
    let report = crawl(options, message, |_| Ok(page(&[])));
    assert_eq!(counts(&report), (0, 1, vec![]), "the outcome is lost, but the crawl ends");
}

/// Returns the highest number of a worker of this process, if the system says so.
fn last_worker() -> usize {
    let threads = fs::read_dir("/proc/self/task").into_iter().flatten().flatten();
    let name = |thread: DirEntry| fs::read_to_string(thread.path().join("comm")).ok();
    let number = |name: String| name.trim().strip_prefix("worker ")?.parse().ok();
    threads.filter_map(name).filter_map(number).max().unwrap_or(0)
}

#[test]
fn two_pages_need_at_most_two_threads() {
    // The other tests have workers, too, but with smaller numbers.
    let most = options(&[]).max_tasks;
    let options = Options { max_tasks: 10 * most, ..options(&["/"]) };
    let message = "a worker is started for a target, not for each that may come";
    let report = crawl(options, message, move |path| {
        // The first page may be fetched while threads start.
        assert!(path == "/" || last_worker() <= most, "too many workers");
        Ok(wide(1, path))
    });
    assert_eq!(counts(&report), (2, 0, vec![]), "{message}");
}
