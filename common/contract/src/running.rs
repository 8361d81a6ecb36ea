//! [`Running`]: a crawl in a thread of its own, under a watchdog.

use std::io;
use std::sync::atomic::Ordering;
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

use common::crawl::interrupt::Interrupt;
use common::crawl::strategy::Crawl;
use common::{Report, Services};
use practice_site::Site;

use test_tools::patience::{HUNG, IDLE, Patience, TICK};
use test_tools::traced::why_it_hangs;
use test_tools::watchdog::assert_is_worth_running;

/// Longer than any test takes, for options and answers that are not to end a crawl.
pub(super) const LONG: Duration = Duration::from_secs(60);

/// How long a crawl may make progress. One that takes longer has no end: it fetches the same again and again.
const ENDLESS: Duration = Duration::from_secs(60);

/// A running crawl, which is interrupted when it is dropped, so that a failed test leaves nothing behind.
#[derive(Debug)]
pub(super) struct Running<'a> {
    site: &'a Site,
    /// Its trigger ends the crawl, as Ctrl-C does.
    pub interrupt: Interrupt,
    report: Receiver<io::Result<Report>>,
}

impl<'a> Running<'a> {
    pub fn start(crawl: Crawl, site: &'a Site, services: Services) -> Running<'a> {
        assert_is_worth_running();
        // Scenarios run concurrently in one process, which has both ends of every connection.
        let _ = rlimit::increase_nofile_limit(u64::MAX);
        let interrupt = services.interrupt.clone();
        let (sender, report) = channel();
        thread::spawn(move || {
            // If the test has failed meanwhile, nothing receives the report.
            let _ = sender.send(crawl(services.into()));
        });
        Running { site, interrupt, report }
    }

    /// Waits until the crawl ends, and returns its report.
    #[track_caller]
    pub fn finish(self) -> Report {
        let ended = receive(self.site, "the crawl", &self.report);
        ended.unwrap_or_else(|error| panic!("the crawl failed: {error}"))
    }
}

impl Drop for Running<'_> {
    fn drop(&mut self) {
        self.interrupt.trigger();
    }
}

/// Waits until `condition` holds for `site`.
#[track_caller]
pub fn wait_until(site: &Site, mut condition: impl FnMut(&Site) -> bool) {
    let held = wait_for(site, |tick| site.wait_until(&mut condition, tick).then_some(()));
    assert!(held.is_some(), "what the test waits for does not happen; {}{}", seen_by(site), why_it_hangs());
}

/// Waits until `look` returns a value; `None` if the site sees no progress meanwhile, or has seen some for too long.
fn wait_for<T>(site: &Site, mut look: impl FnMut(Duration) -> Option<T>) -> Option<T> {
    let seen = || (site.connections(), site.requests(), site.answers(), site.open());
    let (mut patience, mut before) = (Patience::of(IDLE), seen());
    let mut endless = Patience::of(ENDLESS);
    loop {
        if let Some(value) = look(TICK) {
            return Some(value);
        }
        let now = seen();
        if now != before {
            (patience, before) = (Patience::of(IDLE), now);
        }
        if patience.is_over() | endless.is_over() {
            HUNG.fetch_add(1, Ordering::Relaxed);
            return None;
        }
    }
}

/// Returns what a thread sends that runs `what`, a visitor of `site`.
#[track_caller]
pub(super) fn receive<T>(site: &Site, what: &str, receiver: &Receiver<T>) -> T {
    let received = wait_for(site, |tick| match receiver.recv_timeout(tick) {
        Err(RecvTimeoutError::Timeout) => None,
        received => Some(received),
    });
    match received {
        Some(Ok(received)) => received,
        Some(Err(_)) => panic!("{what} panicked; {}", seen_by(site)),
        None => panic!("{what} hangs; {}{}", seen_by(site), why_it_hangs()),
    }
}

/// Returns what the site has seen of a crawl that hangs.
fn seen_by(site: &Site) -> String {
    let (requested, unanswered) = (site.paths(), site.unanswered());
    format!(
        "the site has seen {} connections, of which {} are open, and {} requests: {:?}; unanswered: {:?}",
        site.connections(),
        site.open(),
        site.requests(),
        &requested[requested.len().saturating_sub(9)..],
        &unanswered[unanswered.len().saturating_sub(9)..]
    )
}
