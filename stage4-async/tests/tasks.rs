//! How many fetches are in flight, and when a crawl ends. The pages are in memory: no socket, and no reactor.

mod tools;

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Poll, Waker};

use common::{Decoder, FetchError, Options, Report, Response, Target};
use futures::channel::oneshot;
use stage4_async::crawl::crawl_with;
use tools::{Count, poll, watched};
use url::Url;

const MAX_TASKS: usize = 5;

const ROOTS: &str = "was each root put into the queue before the join?";

/// How many polls in a row may be asked for by the crawl itself.
const MOST_POLLS: usize = 1000;

/// Pages that are held: the fetch of each waits until the test answers it.
#[derive(Default)]
struct Pages(RefCell<BTreeMap<String, oneshot::Sender<String>>>);

impl Pages {
    async fn fetch(&self, target: &Target) -> Result<Response, FetchError> {
        let path = target.url.path().to_owned();
        assert_ne!(path, "/panics", "this page is to panic");
        let (sender, answered) = oneshot::channel();
        self.0.borrow_mut().insert(path, sender);
        let answer = answered.await.expect("the test has the sender until it answers");
        let response = Decoder::new(usize::MAX).decode(answer.as_bytes());
        Ok(response.expect("it is right").expect("it is whole"))
    }

    /// Returns the paths of the fetches in flight.
    fn held(&self) -> Vec<String> {
        self.0.borrow().keys().cloned().collect()
    }

    /// Answers the fetch of `path` with links to `links`.
    fn answer(&self, path: &str, links: &[&str]) {
        let html: String = links.iter().map(|link| format!("<a href={link}>")).collect();
        let (head, length) = ("HTTP/1.0 200 OK\r\nContent-Type: text/html", html.len());
        let answer = format!("{head}\r\nContent-Length: {length}\r\n\r\n{html}");
        let sender = self.0.borrow_mut().remove(path).expect("it is in flight");
        sender.send(answer).expect("the fetch waits for it");
    }
}

/// A crawl that the test polls: when it is new, and when it was woken.
struct Polled<'a> {
    pages: &'a Pages,
    crawl: Pin<Box<dyn Future<Output = Report> + 'a>>,
    count: Arc<Count>,
    waker: Waker,
    /// How many wake-ups have led to a poll. The first poll needs none.
    seen: Option<usize>,
}

impl Polled<'_> {
    /// Polls the crawl until it waits. Returns the report if it ends.
    fn run(&mut self) -> Option<Report> {
        for _ in 0..MOST_POLLS {
            let woken = self.count.get();
            if self.seen.replace(woken) == Some(woken) {
                return None;
            }
            if let Poll::Ready(report) = poll(&mut self.crawl, &self.waker) {
                return Some(report);
            }
        }
        panic!("the crawl wakes itself again and again, although nothing has happened");
    }

    /// Polls the crawl until it waits, and returns the paths of the fetches in flight.
    #[track_caller]
    fn held(&mut self) -> Vec<String> {
        let report = self.run();
        let held = self.pages.held();
        assert!(
            report.is_none() || !held.is_empty(),
            "the crawl has ended, but not every page is done: {ROOTS}"
        );
        assert!(report.is_none(), "the crawl has ended, but these pages are in flight: {held:?}");
        held
    }

    /// Polls the crawl, which must end now: every page is done.
    #[track_caller]
    fn ends(mut self) -> Report {
        let report = self.run();
        report.expect("every page is done, but the crawl waits on: `queue.join()` says when to end")
    }

    /// Polls the crawl, which must end now: it was interrupted.
    #[track_caller]
    fn ends_early(mut self) -> Report {
        let report = self.run();
        let held = self.pages.held().len();
        report.unwrap_or_else(|| {
            panic!(
                "the crawl was interrupted and does not end, with {held} pages in flight: wait for `interrupted(..)` \
                as long as the workers run, and leave the pages unfinished"
            )
        })
    }
}

/// Runs `test` with a crawl from these roots, watched.
fn test(roots: &[String], max_tasks: usize, test: impl FnOnce(Polled<'_>, &Options) + Send + 'static) {
    let roots = roots.iter().map(|path| Url::parse(&format!("http://site.test{path}")).expect("a URL"));
    let options = Options { max_tasks, ..Options::new(roots) };
    watched(move || {
        let (pages, (count, waker)) = (Pages::default(), Count::new());
        let crawl = Box::pin(crawl_with(&options, async |target: &Target| pages.fetch(target).await));
        test(Polled { pages: &pages, crawl, count, waker, seen: None }, &options);
    });
}

fn paths(range: std::ops::Range<usize>) -> Vec<String> {
    range.map(|page| format!("/{page}")).collect()
}

#[test]
fn as_many_pages_are_in_flight_as_there_are_tasks() {
    test(&paths(0..20), MAX_TASKS, |mut crawl, _| {
        for left in (1..=20).rev() {
            let held = crawl.held();
            match held.len() {
                0 => panic!(
                    "no fetch has begun: a future does nothing until it is polled, and the workers need roots"
                ),
                1 if left > 1 => panic!(
                    "1 fetch is in flight, max_tasks is {MAX_TASKS}, and {left} pages are left: is only one worker \
                    polled? An await in a loop is sequential"
                ),
                n if n > MAX_TASKS => panic!("{n} fetches are in flight, but max_tasks is {MAX_TASKS}"),
                n => assert!(
                    n == left.min(MAX_TASKS),
                    "{n} fetches are in flight, max_tasks is {MAX_TASKS}, and {left} pages are left: a task that has \
                    fetched its page goes on at once, and does not wait for the others"
                ),
            }
            crawl.pages.answer(&held[held.len() / 2], &[]);
        }
        assert_eq!(crawl.ends().records.len(), 20, "each of the 20 pages must be in the report");
    });
}

#[test]
fn a_slow_page_holds_up_no_other() {
    test(&paths(0..20), MAX_TASKS, |mut crawl, _| {
        for _ in 1..20 {
            let held = crawl.held();
            let fast = held.iter().find(|path| *path != "/0");
            let fast = fast.expect("while `/0` is slow, the other tasks must fetch the other pages");
            crawl.pages.answer(fast, &[]);
        }
        assert_eq!(crawl.held(), ["/0"], "only the slow page is left");
        crawl.pages.answer("/0", &[]);
        crawl.ends();
    });
}

#[test]
fn a_page_in_flight_may_have_links_for_all_tasks() {
    test(&["/".to_owned()], MAX_TASKS, |mut crawl, _| {
        assert_eq!(crawl.held(), ["/"], "an empty queue is not a finished one");
        crawl.pages.answer("/", &["/0", "/1", "/2"]);
        assert_eq!(crawl.held(), paths(0..3), "the tasks that were idle must fetch the new pages");
        paths(0..3).iter().for_each(|path| crawl.pages.answer(path, &[]));
        let report = crawl.ends();
        let found = (report.records.len(), report.unfinished);
        assert_eq!(found, (4, 0), "four pages were fetched (left: pages in the report, and unfinished ones)");
    });
}

#[test]
fn a_crawl_has_at_least_one_task() {
    test(&paths(0..2), 0, |mut crawl, _| {
        assert_eq!(crawl.held(), ["/0"], "max_tasks of 0 counts as 1: see `Options::tasks`");
    });
}

#[test]
fn an_interrupt_ends_the_crawl_while_pages_are_in_flight() {
    test(&paths(0..20), MAX_TASKS, |mut crawl, options| {
        crawl.held();
        options.interrupt.trigger();
        let report = crawl.ends_early();
        let found = (report.records.len(), report.unfinished);
        assert_eq!(found, (0, 20), "no page was done (left: pages in the report, and unfinished ones)");
    });
}

#[test]
fn a_crawl_that_is_interrupted_before_its_start_fetches_nothing() {
    // Many times, because a crawl may look at the interrupt first by chance.
    for _ in 0..20 {
        test(&paths(0..20), MAX_TASKS, |crawl, options| {
            options.interrupt.trigger();
            let pages = crawl.pages;
            crawl.ends_early();
            assert!(pages.held().is_empty(), "fetches have begun after the interrupt: look at it first");
        });
    }
}

#[test]
fn a_panic_in_a_fetch_costs_its_page_but_not_the_worker() {
    test(&["/0", "/panics", "/1"].map(str::to_owned), 1, |mut crawl, _| {
        for path in ["/0", "/1"] {
            assert_eq!(crawl.held(), [path], "a page that panics must not end its worker");
            crawl.pages.answer(path, &[]);
        }
        let report = crawl.ends();
        let kinds = report.records.iter().map(|record| record.failure().unwrap_or_default());
        assert_eq!(kinds.collect::<Vec<_>>(), ["", "", "panic"], "the report has each page, with its error");
    });
}
