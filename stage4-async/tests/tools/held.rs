//! [`Pages`] that the test holds, and a crawl of them that the test polls.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Poll, Waker};

use common::{Decoder, FetchError, Frontier, Report, Response, Services, Target};
use futures::channel::oneshot;
use stage4_async::crawl::crawl_with;

use test_tools::waker::Count;

use super::poll;

const ROOTS: &str = "was each root put into the queue before the join?";

/// How many polls in a row may be asked for by the crawl itself.
const MOST_POLLS: usize = 1000;

/// Pages that are held: the fetch of each waits until the test answers it.
#[derive(Default)]
pub struct Pages(RefCell<BTreeMap<String, oneshot::Sender<String>>>);

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
    pub fn held(&self) -> Vec<String> {
        self.0.borrow().keys().cloned().collect()
    }

    /// Answers the fetch of `path` with links to `links`.
    pub fn answer(&self, path: &str, links: &[&str]) {
        let html: String = links.iter().map(|link| format!("<a href={link}>")).collect();
        let (head, length) = ("HTTP/1.0 200 OK\r\nContent-Type: text/html", html.len());
        let answer = format!("{head}\r\nContent-Length: {length}\r\n\r\n{html}");
        let sender = self.0.borrow_mut().remove(path).expect("it is in flight");
        sender.send(answer).expect("the fetch waits for it");
    }
}

/// A crawl that the test polls: when it is new, and when it was woken.
pub struct Polled<'a> {
    pub pages: &'a Pages,
    crawl: Pin<Box<dyn Future<Output = Report> + 'a>>,
    count: Arc<Count>,
    waker: Waker,
    /// How many wake-ups have led to a poll. The first poll needs none.
    seen: Option<usize>,
}

impl<'a> Polled<'a> {
    /// Makes a crawl of `pages`, which was not polled yet.
    pub fn new(pages: &'a Pages, services: &'a Services) -> Polled<'a> {
        let fetch = async |target: &Target| pages.fetch(target).await;
        let crawl = Box::pin(crawl_with(services, Frontier::new(&services.options), fetch));
        let (count, waker) = Count::new();
        Polled { pages, crawl, count, waker, seen: None }
    }

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
    pub fn held(&mut self) -> Vec<String> {
        let report = self.run();
        let held = self.pages.held();
        let why = format!("the crawl has ended, but not every page is done: {ROOTS}");
        assert!(report.is_none() || !held.is_empty(), "{why}");
        assert!(report.is_none(), "the crawl has ended, but these pages are in flight: {held:?}");
        held
    }

    /// Polls the crawl, which must end now: every page is done.
    #[track_caller]
    pub fn ends(mut self) -> Report {
        let report = self.run();
        let held = self.pages.held();
        assert!(held.is_empty(), "every page was fetched, and the crawl fetches these again: {held:?}");
        report.expect("every page is done, but the crawl waits on: `queue.join()` says when to end")
    }

    /// Polls the crawl, which must end now: it was interrupted.
    #[track_caller]
    pub fn ends_early(mut self) -> Report {
        let report = self.run();
        let held = self.pages.held().len();
        report.unwrap_or_else(|| {
            let why = "the crawl was interrupted and does not end, with no page in flight: await nothing after the \
                    interrupt, not even `queue.join()`, because no worker is left to finish the pages";
            assert!(held > 0, "{why}");
            panic!(
                "the crawl was interrupted and does not end, with {held} pages in flight: wait for `interrupted(..)` \
                as long as the workers run, and leave the pages unfinished"
            )
        })
    }
}
