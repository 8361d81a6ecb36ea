//! A net in memory. Its clock stands still while anything can go on, and then jumps to the next event.

#![allow(dead_code, reason = "no level needs all of it")]

use std::cell::{Cell, RefCell};
use std::collections::{BTreeMap, HashMap};
use std::pin::{Pin, pin};
use std::sync::Arc;
use std::task::{Context, Poll, Waker};
use std::time::Duration;

use net::{Error, Net};
use own::{Options, fetch_all};
use test_tools::future::yield_now;
use test_tools::waker::Count;
use test_tools::watchdog::watched_within;

/// More polls than any of these lists needs at one moment.
const MANY: usize = 10_000;

/// Gives `test` a net. A poll that does not return fails the test.
pub fn test(test: impl FnOnce(&Memory) + Send + 'static) {
    let hangs = "a poll does not return: it must be ready, or return `Pending` until there is more to do";
    watched_within(Duration::from_secs(2), || test(&Memory::default()), || hangs.to_owned());
}

/// Returns a list of URLs, which say how [`Memory`] answers.
pub fn list(urls: &[&str]) -> Vec<String> {
    urls.iter().map(ToString::to_string).collect()
}

/// Returns the page, or the name of the error.
pub fn show(result: &Result<String, Error>) -> String {
    result.as_ref().map_or_else(|error| format!("{error:?}"), String::clone)
}

/// The net. In a URL, a part for each try follows the name of the page. The last one stands for all further tries.
///
/// `a/5`: the page `a` after 5 seconds; `a/5!`: broken; `a/5?`: missing; `a/-`: no answer; `a/~`: the page, in the second
/// poll; `a/5!/1`: broken in the first try, and there in the second one.
#[derive(Default)]
pub struct Memory {
    now: Cell<u64>,
    timers: RefCell<BTreeMap<(u64, usize), Waker>>,
    tries: RefCell<HashMap<String, usize>>,
    waits: Cell<usize>,
    /// How many fetches are in flight.
    pub flying: Cell<usize>,
    /// The most that ever were.
    pub most: Cell<usize>,
    /// How often a fetch or a sleep was polled.
    pub polls: Cell<usize>,
    /// When each fetch began: the second, and the page.
    pub begun: RefCell<Vec<String>>,
    /// When a fetch was dropped before its end.
    pub dropped: RefCell<Vec<String>>,
}

impl Memory {
    /// Fetches a list, and shows the results.
    pub fn fetch_all(&self, urls: &[&str], options: Options) -> Vec<String> {
        self.run(fetch_all(self, list(urls), options)).iter().map(show).collect()
    }

    /// Runs a future to its end.
    pub fn run<F: Future>(&self, future: F) -> F::Output {
        let count = Arc::default();
        let mut future = pin!(future);
        loop {
            if let Poll::Ready(output) = poll(future.as_mut(), &count) {
                return output;
            }
            let (polled, woken) = (self.second(), count.get());
            while count.get() == woken {
                self.jump(polled);
            }
        }
    }

    /// Returns the time.
    pub fn second(&self) -> u64 {
        self.now.get()
    }

    /// Lets time pass until something happens. A task was polled last at the second `polled`.
    pub fn jump(&self, polled: u64) {
        let next = self.timers.borrow().keys().next().copied();
        let Some((next, _)) = next else {
            let lost = "a fetch or a sleep has called its waker, and the task was not woken: the waker of its latest poll counts";
            assert!(self.second() == polled, "{lost}");
            panic!("the task waits for ever: nothing goes on that could wake it, or a wake-up was lost");
        };
        self.now.set(next);
        let later = self.timers.borrow_mut().split_off(&(next, usize::MAX));
        self.timers.replace(later).into_values().for_each(Waker::wake);
    }

    /// Waits for a fetch of `page`, or just so.
    fn wait(&self, page: Option<String>, time: Option<u64>) -> Wait<'_> {
        if let Some(page) = &page {
            self.begun.borrow_mut().push(format!("{} {page}", self.second()));
            self.flying.set(self.flying.get() + 1);
            self.most.set(self.most.get().max(self.flying.get()));
        }
        self.waits.set(self.waits.get() + 1);
        let until = time.map(|time| (self.second().saturating_add(time), self.waits.get()));
        Wait { net: self, page, until, is_over: false }
    }
}

/// Polls a future, and again while it calls its own waker.
fn poll<F: Future>(mut future: Pin<&mut F>, count: &Arc<Count>) -> Poll<F::Output> {
    for _ in 0..MANY {
        let woken = count.get();
        let polled = future.as_mut().poll(&mut Context::from_waker(&Waker::from(Arc::clone(count))));
        if polled.is_ready() || count.get() == woken {
            return polled;
        }
    }
    panic!("the task wakes itself again and again: wait for what will happen");
}

/// Polls a future until it waits, and drops it. Returns whether it was ready, and with what.
pub fn poll_and_drop<F: Future>(future: F) -> Poll<F::Output> {
    poll(pin!(future), &Arc::default())
}

impl Net for Memory {
    async fn fetch(&self, url: &str) -> Result<String, Error> {
        let tried = self.tries.borrow().get(url).map_or(1, |tried| tried + 1);
        self.tries.borrow_mut().insert(url.to_owned(), tried);
        let parts: Vec<_> = url.split('/').collect();
        let part = parts[tried.min(parts.len() - 1)];
        if part == "~" {
            yield_now().await;
            return Ok(parts[0].to_owned());
        }
        self.wait(Some(parts[0].to_owned()), part.trim_end_matches(['!', '?']).parse().ok()).await;
        match part.chars().last() {
            Some('!') => Err(Error::Broken),
            Some('?') => Err(Error::Missing),
            _ => Ok(parts[0].to_owned()),
        }
    }

    async fn sleep(&self, time: Duration) {
        self.wait(None, Some(time.as_secs())).await;
    }
}

/// A fetch in flight, or a sleep. Without a time, it has no end.
struct Wait<'a> {
    net: &'a Memory,
    page: Option<String>,
    until: Option<(u64, usize)>,
    is_over: bool,
}

impl Future for Wait<'_> {
    type Output = ();

    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<()> {
        self.net.polls.set(self.net.polls.get() + 1);
        let Some(until) = self.until else { return Poll::Pending };
        self.is_over = until.0 <= self.net.second();
        if self.is_over {
            return Poll::Ready(());
        }
        self.net.timers.borrow_mut().insert(until, cx.waker().clone());
        Poll::Pending
    }
}

impl Drop for Wait<'_> {
    fn drop(&mut self) {
        let net = self.net;
        self.until.and_then(|until| net.timers.borrow_mut().remove(&until));
        if let Some(page) = &self.page {
            net.flying.set(net.flying.get() - 1);
            if !self.is_over {
                net.dropped.borrow_mut().push(format!("{} {page}", net.second()));
            }
        }
    }
}
