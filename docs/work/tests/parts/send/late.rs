//! A fetch whose answer and deadline have both come before a poll, as in a process that was stopped meanwhile.

use std::sync::Arc;
use std::task::{Context, Poll, Wake, Waker};
use std::time::{Duration, Instant};

use common::Options;
use practice_site::Site;
use test_tools::watchdog::until;
use tokio::sync::Notify;

use super::one_thread::{OneThread, options, site};

const LIMIT: Duration = Duration::from_secs(1);

/// Lets the site answer when the deadline wakes the fetch: tokio has looked at its sockets before its timers.
struct AnswersLate {
    site: Site,
    since: Instant,
    woken: Notify,
}

impl Wake for AnswersLate {
    fn wake(self: Arc<Self>) {
        if self.since.elapsed() >= LIMIT {
            self.site.release("/");
            assert!(until(|| self.site.answers() == 1), "the site does not answer");
        }
        self.woken.notify_one();
    }
}

#[test]
fn an_answer_that_is_there_at_a_late_poll_counts() {
    let site = site().hold("/").start().unwrap();
    let limits = Options { max_tries: 1, timeout: LIMIT, ..options() };
    let late = Arc::new(AnswersLate { site, since: Instant::now(), woken: Notify::new() });
    let runtime = OneThread::new(limits);
    let mut fetch = runtime.future(late.site.url("/"));
    let polled = runtime.runtime.spawn(async move {
        let waker = Waker::from(Arc::clone(&late));
        loop {
            if let Poll::Ready(fetched) = fetch.as_mut().poll(&mut Context::from_waker(&waker)) {
                return fetched;
            }
            // If it was woken since the poll, this does not wait.
            late.woken.notified().await;
        }
    });
    let fetched = runtime.ended(polled, "a deadline has passed, and its fetch does not end");
    let why = "the process was stopped, or its thread busy, until the deadline had passed and the answer had come, and the fetch has \
        timed out: `timeout_at` of tokio may look at the time alone. `timeout_with_last_look` looks at the future once more";
    assert!(fetched.is_ok(), "{why}");
}
