//! The pool of threads: workers are started as they are needed, and survive a panic.

use std::fs::{self, DirEntry};
use std::panic::resume_unwind;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::channel;
use std::sync::{Arc, Barrier};
use std::thread;
use std::time::Duration;

use common::{Cause, FetchError, Options, Phase, Record, Report, Response, Services, Target};
use stage1_blocking::crawl::Shared;

use crate::tools::{options, page, report_or, with_a_fragile_observer};

type Fetched = Result<Response, FetchError>;

/// Crawls without a network: `fetch` fetches each target. If the crawl hangs, `explain` gets the reason that is seen from
/// outside, and returns the message.
#[track_caller]
fn crawl_or(
    services: impl Into<Services>,
    explain: impl FnOnce(&'static str) -> String,
    fetch: impl Fn(&Target) -> Fetched + Send + Sync + 'static,
) -> Report {
    let shared = Arc::new(Shared::new(services.into().into(), move |target, _| fetch(target)));
    let seen = Arc::clone(&shared);
    let look = move || {
        // The test takes a target itself, if there is one.
        let (sender, taken) = channel();
        thread::spawn(move || sender.send(seen.queue.get().is_some()));
        match taken.recv_timeout(Duration::from_millis(300)) {
            Ok(true) => {
                "a target is in the queue, and no worker takes it: a worker takes one after another, and ends only \
                    when `get` returns `None`, not with a target"
            }
            _ => {
                "every target was taken, and one is not done: does each way out of the work call `task_done`?"
            }
        }
    };
    report_or(
        || explain(look()),
        move || {
            shared.put_roots().expect("a thread");
            shared.queue.join();
            shared.queue.close();
            shared.finish()
        },
    )
}

/// Crawls a site that answers each path.
#[track_caller]
fn crawl(options: Options, site: impl Fn(&str) -> Response + Send + Sync + 'static) -> Report {
    crawl_or(options, str::to_owned, move |target| Ok(site(target.url.path())))
}

/// Crawls a site with two pages, which are fetched only together.
#[track_caller]
fn crawl_both(options: Options, message: &str, both: [&'static str; 2], links: &'static [&str]) -> Report {
    let meeting = Barrier::new(2);
    let explain = |_| message.to_owned();
    crawl_or(options, explain, move |target| {
        let path = target.url.path();
        if both.contains(&path) {
            meeting.wait();
        }
        Ok(page(if path == "/" { links } else { &[] }))
    })
}

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

/// Whenever a page is done before its link is put, the crawl may end there.
#[test]
fn a_page_is_done_after_its_links_are_put() {
    const PAGES: usize = 3000;
    let report = crawl(options(&["/0"]), |path| {
        let next = path[1..].parse::<usize>().expect("a number") + 1;
        linking_to(next..PAGES.min(next + 1))
    });
    let message = match report.records.len() {
        1 => {
            "the crawl ended after its first page: `self.put` the targets that `settle` returns, and before the page \
                is done, which is when its `TaskDone` is dropped (`let _ =` drops it at once)"
        }
        _ => {
            "the crawl ended before its last page: a page was done before its links were put, so keep its `TaskDone` \
                until then (`let _ =` drops it at once)"
        }
    };
    assert_eq!(counts(&report), (PAGES, 0, vec![]), "{message}");
}

#[test]
fn every_link_of_every_page_is_fetched() {
    let report = crawl(options(&["/"]), wide(100));
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
    let report = crawl_or(options(&["/", "/lost"]), str::to_owned, |target| match target.url.path() {
        "/lost" => Err(FetchError::new(&target.url, Phase::Reading, 1, Duration::ZERO, Cause::Closed)),
        _ => Ok(page(&[])),
    });
    let message = "a fetch that failed belongs in the report, too: settle its outcome, as that of a response";
    assert_eq!(counts(&report), (2, 0, vec!["closed".to_owned()]), "{message}");
}

#[test]
fn a_panic_of_a_fetch_costs_its_page_and_not_its_worker() {
    let options = Options { max_tasks: 1, ..options(&["/"]) };
    let (site, has_panicked) = (wide(20), Arc::new(AtomicBool::new(false)));
    let panics = Arc::clone(&has_panicked);
    let explain = move |reason: &'static str| match has_panicked.load(Ordering::SeqCst) {
        true => "a panic has ended the only worker: catch it, and go on with the next target".to_owned(),
        false => reason.to_owned(),
    };
    let report = crawl_or(options, explain, move |target| {
        let path = target.url.path();
        if path == "/7" {
            panics.store(true, Ordering::SeqCst);
            resume_unwind(Box::new("this page is bad luck"));
        }
        Ok(site(path))
    });
    let message = "a panic is the outcome of its page, `Outcome::panicked`, and is settled like any other";
    assert_eq!(counts(&report), (21, 0, vec!["panic".to_owned()]), "{message}");
    let errors: Vec<_> = report.records.iter().filter_map(|record| record.error.as_ref()).collect();
    let text = errors[0].to_string();
    assert!(
        text.contains("bad luck"),
        "the report lacks what the panic says: pass `&*panic`, and not `&panic`, which is the box ({text})"
    );
}

#[test]
fn a_target_is_done_even_if_its_worker_panics() {
    let options = with_a_fragile_observer(options(&["/"]), || true);
    let message = "a panic has skipped `task_done`: a guard that is dropped calls it on every way out";
    let report = crawl_or(options, |_| message.to_owned(), |_| Ok(page(&[])));
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
    let report = crawl(options, move |path| {
        // The first page may be fetched while threads start.
        assert!(
            path == "/" || last_worker() <= most,
            "a worker is started for a target, not for each that may come"
        );
        wide(1)(path)
    });
    assert_eq!(counts(&report), (2, 0, vec![]), "too many workers, or a page is lost");
}
