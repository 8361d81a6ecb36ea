//! A net in memory. Its clock stands still while anything can go on, and then jumps to the next moment at which something happens.

#![allow(dead_code, reason = "no level needs all of it")]

use std::cell::{Cell, RefCell};
use std::collections::{BTreeMap, HashMap};
use std::future::pending;
use std::pin::{Pin, pin};
use std::task::{Context, Poll, Waker};
use std::time::Duration;

use net::{Error, Net};
use own::{Options, fetch_all};
use test_tools::waker::Count;
use test_tools::watchdog::watched_within;

/// More polls than any list of these tests needs while the clock stands still.
const MANY: usize = 10_000;

/// Gives `test` a net. A poll that does not return fails the test.
pub fn test(test: impl FnOnce(&Memory) + Send + 'static) {
    watched_within(
        Duration::from_secs(2),
        || test(&Memory::default()),
        || "a poll does not return: where there is nothing to do, it must return `Pending`".to_owned(),
    );
}

/// Returns a time in the clock's unit.
pub fn seconds(seconds: u64) -> Duration {
    Duration::from_secs(seconds)
}

/// Returns a list of pages, as [`Memory`] understands them.
pub fn list(urls: &[&str]) -> Vec<String> {
    urls.iter().map(ToString::to_string).collect()
}

/// Returns the name of the page, or that of the error.
pub fn show(result: &Result<String, Error>) -> String {
    result.as_ref().map_or_else(|error| format!("{error:?}"), String::clone)
}

/// The net. A URL says how it is answered: after its name comes a part for each try, and the last part stands for all further ones.
///
/// `a/5`: the page `a`, after 5 seconds; `a/5!`: broken; `a/5?`: missing; `a/-`: no answer; `a/5!/1`: broken, and then the page.
#[derive(Default)]
pub struct Memory {
    now: Cell<Duration>,
    timers: RefCell<BTreeMap<(Duration, usize), Waker>>,
    numbers: Cell<usize>,
    tries: RefCell<HashMap<String, usize>>,
    flying: Cell<usize>,
    /// The most fetches that were ever in flight.
    pub most: Cell<usize>,
    /// How often a fetch or a sleep was polled.
    pub polls: Cell<usize>,
    /// When each fetch began: the second, and the name of the page.
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
        let mut future = pin!(future);
        self.until_ready(|cx| future.as_mut().poll(cx))
    }

    /// Calls `poll` whenever its waker was called, until it is ready.
    pub fn until_ready<T>(&self, mut poll: impl FnMut(&mut Context<'_>) -> Poll<T>) -> T {
        let (count, waker) = Count::new();
        // How often it was polled while the clock stood still.
        let mut polls = 0;
        loop {
            let woken = count.get();
            if let Poll::Ready(output) = poll(&mut Context::from_waker(&waker)) {
                return output;
            }
            polls += 1;
            assert!(polls < MANY, "the task wakes itself again and again: wait for what will happen");
            let now = self.now.get();
            while count.get() == woken {
                polls = 0;
                assert!(self.jump(), "{}", self.why_it_hangs(now));
            }
        }
    }

    fn why_it_hangs(&self, polled: Duration) -> String {
        if self.now.get() > polled {
            return "a fetch or a sleep has called its waker, and the task was not woken: it must be woken by the waker of its latest poll"
                .to_owned();
        }
        let flying = self.flying.get();
        format!(
            "the task waits for ever: no fetch and no sleep goes on that could wake it (fetches in flight: {flying})"
        )
    }

    /// Returns the time.
    pub fn seconds(&self) -> u64 {
        self.now.get().as_secs()
    }

    /// Lets the time pass to the next moment at which something happens. Returns whether there is one.
    fn jump(&self) -> bool {
        let next = self.timers.borrow().first_key_value().map(|((at, _), _)| *at);
        let Some(next) = next else { return false };
        self.now.set(next);
        let later = self.timers.borrow_mut().split_off(&(next, usize::MAX));
        // Not during the borrow: whatever is woken may drop a timer.
        self.timers.replace(later).into_values().for_each(Waker::wake);
        true
    }

    fn timer(&self, time: Duration) -> Timer<'_> {
        Timer { net: self, number: self.numbers.replace(self.numbers.get() + 1), time, at: None }
    }

    /// Returns how the next try of `url` ends, and after which time.
    fn answer(&self, url: &str) -> (Option<Duration>, Result<String, Error>) {
        let mut tries = self.tries.borrow_mut();
        let tried = tries.entry(url.to_owned()).or_default();
        *tried += 1;
        let part = url
            .split('/')
            .skip(1)
            .take(*tried)
            .last()
            .expect("a URL of these tests has a name and an answer");
        let result = match part.chars().last() {
            Some('!') => Err(Error::Broken),
            Some('?') => Err(Error::Missing),
            _ => Ok(name(url)),
        };
        (part.trim_end_matches(['!', '?']).parse().ok().map(Duration::from_secs), result)
    }
}

impl Net for Memory {
    async fn fetch(&self, url: &str) -> Result<String, Error> {
        let (time, result) = self.answer(url);
        let mut flight = Flight::begin(self, url);
        match time {
            Some(time) => self.timer(time).await,
            None => pending().await,
        }
        flight.has_ended = true;
        result
    }

    async fn sleep(&self, time: Duration) {
        self.timer(time).await;
    }
}

fn name(url: &str) -> String {
    url.chars().take_while(|c| *c != '/').collect()
}

/// A fetch in flight.
struct Flight<'a> {
    net: &'a Memory,
    name: String,
    has_ended: bool,
}

impl Flight<'_> {
    fn begin<'a>(net: &'a Memory, url: &str) -> Flight<'a> {
        let name = name(url);
        net.begun.borrow_mut().push(format!("{} {name}", net.seconds()));
        net.flying.set(net.flying.get() + 1);
        net.most.set(net.most.get().max(net.flying.get()));
        Flight { net, name, has_ended: false }
    }
}

impl Drop for Flight<'_> {
    fn drop(&mut self) {
        self.net.flying.set(self.net.flying.get() - 1);
        if !self.has_ended {
            self.net.dropped.borrow_mut().push(format!("{} {}", self.net.seconds(), self.name));
        }
    }
}

/// A future that is ready after a time, which begins with its first poll.
struct Timer<'a> {
    net: &'a Memory,
    number: usize,
    time: Duration,
    at: Option<Duration>,
}

impl Future for Timer<'_> {
    type Output = ();

    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<()> {
        let net = self.net;
        net.polls.set(net.polls.get() + 1);
        let (now, time) = (net.now.get(), self.time);
        let at = *self.at.get_or_insert(now.saturating_add(time));
        if at <= now {
            return Poll::Ready(());
        }
        net.timers.borrow_mut().insert((at, self.number), cx.waker().clone());
        Poll::Pending
    }
}

impl Drop for Timer<'_> {
    fn drop(&mut self) {
        if let Some(at) = self.at {
            self.net.timers.borrow_mut().remove(&(at, self.number));
        }
    }
}
