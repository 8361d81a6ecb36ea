//! The pool of threads: workers are started as they are needed, and survive a panic.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Barrier};
use std::thread;

use common::{Options, Record, Report, Response};
use stage1_blocking::crawl::Shared;

#[path = "../../common/tests/web/mod.rs"]
mod web;

mod tools;

use tools::{report_of, with_a_fragile_observer, workers};
use web::{options, page};

/// Crawls without a network: `site` answers each path. Panics with `message` if the crawl hangs or panics.
#[track_caller]
fn crawl(options: Options, message: &str, site: impl Fn(&str) -> Response + Send + Sync + 'static) -> Report {
    report_of(message, move || {
        let shared = Arc::new(Shared::new(&options, move |target, _| Ok(site(target.url.path()))));
        shared.put_roots().expect("a thread");
        shared.queue.join();
        shared.queue.close();
        shared.take_report()
    })
}

/// A message for a crawl that should not hang.
const DONE: &str = "`join` waits for a target, and no worker is going to call `task_done` for it";

/// Returns how many pages were fetched, how many were not, and the kinds of the errors.
fn counts(report: &Report) -> (usize, usize, Vec<String>) {
    let failures = report.records.iter().filter_map(Record::failure).collect();
    (report.records.len(), report.unfinished, failures)
}

/// Answers the root with links to so many pages, and those without any.
fn wide(pages: usize) -> impl Fn(&str) -> Response {
    move |path| linking_to(if path == "/" { 1..pages + 1 } else { 0..0 })
}

fn linking_to(pages: impl Iterator<Item = usize>) -> Response {
    let paths: Vec<_> = pages.map(|page| format!("/{page}")).collect();
    page(&paths.iter().map(String::as_str).collect::<Vec<_>>())
}

#[test]
fn every_link_of_every_page_is_fetched() {
    let report = crawl(options(&["/"]), DONE, wide(100));
    assert_eq!(counts(&report), (101, 0, vec![]), "put the links of each page");
}

/// Whenever a page is done before its link is put, the crawl may end there.
#[test]
fn a_page_is_done_after_its_links_are_put() {
    const PAGES: usize = 3000;
    let report = crawl(options(&["/0"]), DONE, |path| {
        let next = path[1..].parse::<usize>().expect("a number") + 1;
        linking_to(next..PAGES.min(next + 1))
    });
    let message = "the queue was finished in between: put the links of a page before the page is done";
    assert_eq!(counts(&report), (PAGES, 0, vec![]), "{message}");
}

#[test]
fn two_pages_are_fetched_at_once() {
    let both = Barrier::new(2);
    let message = "a fetch waits for another one, which waits for a lock: hold no lock while you fetch";
    let report = crawl(options(&["/1", "/2"]), message, move |_| {
        both.wait();
        page(&[])
    });
    assert_eq!(counts(&report), (2, 0, vec![]), "every root is fetched");
}

#[test]
fn a_panic_of_a_fetch_costs_its_page_and_not_its_worker() {
    let options = Options { max_tasks: 1, ..options(&["/"]) };
    let message = "a panic has ended the only worker: catch it, and go on with the next target";
    let site = wide(20);
    let report = crawl(options, message, move |path| {
        assert_ne!(path, "/7", "this page is bad luck");
        site(path)
    });
    assert_eq!(counts(&report), (21, 0, vec!["panic".to_owned()]), "a panic is the outcome of its page");
}

#[test]
fn a_target_is_done_even_if_its_worker_panics() {
    let options = with_a_fragile_observer(options(&["/"]));
    let message = "a panic has skipped `task_done`: a guard that is dropped calls it on every way out";
    let report = crawl(options, message, |_| page(&[]));
    assert_eq!(counts(&report), (0, 1, vec![]), "the outcome is lost, but the crawl ends");
}

#[test]
fn two_pages_need_at_most_two_threads() {
    let most = options(&[]).max_tasks;
    let options = Options { max_tasks: 10 * most, ..options(&["/"]) };
    let report = crawl(options, DONE, move |path| {
        let workers = workers().unwrap_or_default();
        // The other tests have workers, too, but with smaller numbers. The first page may be fetched while threads start.
        assert!(
            path == "/" || workers.iter().all(|(worker, _)| *worker <= most),
            "{} workers",
            workers.len()
        );
        wide(1)(path)
    });
    assert_eq!(
        counts(&report),
        (2, 0, vec![]),
        "a worker is started for a target, not for each that may come"
    );
}

#[test]
fn many_pages_need_at_most_max_tasks_threads() {
    let in_flight = Arc::new(AtomicUsize::new(0));
    let (site, most) = (wide(100), Arc::new(AtomicUsize::new(0)));
    let seen = Arc::clone(&most);
    let options = Options { max_tasks: 4, ..options(&["/"]) };
    crawl(options, DONE, move |path| {
        most.fetch_max(in_flight.fetch_add(1, Ordering::SeqCst) + 1, Ordering::SeqCst);
        thread::yield_now();
        in_flight.fetch_sub(1, Ordering::SeqCst);
        site(path)
    });
    let most = seen.load(Ordering::SeqCst);
    assert!(most <= 4, "{most} fetches were in flight, and `max_tasks` is 4");
}
