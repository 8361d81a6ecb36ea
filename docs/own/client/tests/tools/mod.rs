//! A net in memory. Its clock stands still while anything can go on, and then jumps to the next event.

use std::cell::{Cell, RefCell};
use std::future::{pending, poll_fn};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::task::{Context, Poll, Waker};
use std::{collections::BTreeMap, pin::pin, sync::Arc};

use net::{Error, Net};
use test_tools::watchdog::{BRIEF, returning_within};
use test_tools::{future::yield_now, probe::OnDrop, waker::Count};

pub use own::{Options, fetch_all};
pub use std::time::Duration;

/// More polls than any of these lists needs.
pub const MANY: usize = 10_000;

/// Returns a list of URLs, which say how [`Memory`] answers.
pub fn list(urls: &str) -> Vec<String> {
    urls.split_whitespace().map(str::to_owned).collect()
}

/// Returns the page, or the name of the error.
pub fn show(result: &Result<String, Error>) -> String {
    result.as_ref().map_or_else(|error| format!("{error:?}"), String::clone)
}

/// The net. In a URL, a part for each try follows the name of the page. The last one stands for all further tries.
///
/// `a/5`: the page `a` after 5 seconds; `a/5!`: broken; `a/5?`: missing; `a/-`: no answer; `a/~`: the page, in the
/// second poll; `a/5!/1`: broken in the first try, and there in the second one.
#[derive(Default)]
pub struct Memory {
    /// The time, in seconds.
    pub now: Cell<u64>,
    timers: RefCell<BTreeMap<(u64, usize), Waker>>,
    /// How often a fetch or a sleep was polled.
    pub polls: Cell<usize>,
    /// When each fetch began: the second, and the page.
    pub begun: RefCell<Vec<String>>,
    /// When each one was over or dropped.
    pub ended: RefCell<Vec<String>>,
    /// The most fetches that ever were in flight.
    pub most: Cell<usize>,
}

impl Memory {
    /// Fetches a list, and shows the results.
    #[allow(dead_code, reason = "level 4 has a batch")]
    pub fn fetch_all(&self, urls: &str, options: Options) -> String {
        Vec::from_iter(self.run(fetch_all(self, list(urls), options)).iter().map(show)).join(" ")
    }

    /// Runs a future to its end.
    pub fn run<F: Future>(&self, future: F) -> F::Output {
        let (mut future, count) = (pin!(future), Arc::default());
        for _ in 0..MANY {
            if let Poll::Ready(output) = poll(future.as_mut(), MANY, &count) {
                return output;
            }
            let woken = count.get();
            while count.get() == woken {
                self.jump();
            }
        }
        panic!("the task never ends: it fetches or sleeps again and again");
    }

    /// Lets time pass until something happens.
    pub fn jump(&self) {
        let hangs = "the task waits for ever, or a wake-up was lost: the waker of the latest poll counts, and so does a call \
            during a poll";
        let (next, _) = self.timers.borrow().keys().next().copied().expect(hangs);
        self.now.set(next);
        let later = self.timers.borrow_mut().split_off(&(next, usize::MAX));
        self.timers.replace(later).into_values().for_each(Waker::wake);
    }

    /// Returns how many fetches are in flight.
    pub fn flying(&self) -> usize {
        self.begun.borrow().len() - self.ended.borrow().len()
    }

    fn note(&self, log: &RefCell<Vec<String>>, page: &str) {
        log.borrow_mut().push(format!("{} {page}", self.now.get()));
        self.most.set(self.most.get().max(self.flying()));
    }
}

/// Polls a future, and again while it calls its own waker, but `most` times at most.
pub fn poll<F: Future>(future: F, most: usize, count: &Arc<Count>) -> Poll<F::Output> {
    let (mut future, waker) = (pin!(future), Waker::from(Arc::clone(count)));
    let once = |_| {
        let woken = count.get();
        let mut poll = || future.as_mut().poll(&mut Context::from_waker(&waker));
        let why = "a poll panics: no list, no result and no option is a reason to, and each option may be 0, as by default";
        let polled = catch_unwind(AssertUnwindSafe(&mut poll)).unwrap_or_else(|_| panic!("{why}"));
        (polled.is_ready() || count.get() == woken).then_some(polled)
    };
    let hangs = "a poll does not return: it must be ready, or return `Pending` until there is more to do";
    let polled = returning_within(BRIEF, hangs, || (0..most).find_map(once));
    assert!(polled.is_some() || most < MANY, "the task wakes itself again and again: wait for what happens");
    polled.unwrap_or(Poll::Pending)
}

impl Net for Memory {
    async fn fetch(&self, url: &str) -> Result<String, Error> {
        let parts = Vec::from_iter(url.split('/'));
        let page = parts[0];
        let tries = self.begun.borrow().iter().filter(|begun| begun.split(' ').nth(1) == Some(page)).count();
        let part = parts[(tries + 1).min(parts.len() - 1)];
        self.note(&self.begun, page);
        let _flight = OnDrop(|| self.note(&self.ended, page));
        match part.trim_end_matches(['!', '?']) {
            "~" => yield_now().await,
            "-" => pending().await,
            time => self.sleep(Duration::from_secs(time.parse().expect("a number"))).await,
        }
        match part.chars().last() {
            Some('!') => Err(Error::Broken),
            Some('?') => Err(Error::Missing),
            _ => Ok(page.to_owned()),
        }
    }

    async fn sleep(&self, time: Duration) {
        // The number of polls tells timers of the same second apart.
        let until = (self.now.get().saturating_add(time.as_secs()), self.polls.get());
        poll_fn(|cx| {
            self.polls.set(self.polls.get() + 1);
            if until.0 <= self.now.get() {
                return Poll::Ready(());
            }
            self.timers.borrow_mut().insert(until, cx.waker().clone());
            Poll::Pending
        })
        .await;
    }
}
