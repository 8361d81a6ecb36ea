//! [`Running`]: a crawl in a thread of its own, under a watchdog.

use std::io;
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

use common::crawl::interrupt::Interrupt;
use common::crawl::strategy::Crawl;
use common::{Options, Report};
use practice_site::Site;

/// A crawl that takes longer than this is not slow: it hangs.
pub(super) const HUNG: Duration = Duration::from_secs(60);

/// A running crawl, which is interrupted when it is dropped, so that a failed test leaves nothing behind.
#[derive(Debug)]
pub(super) struct Running<'a> {
    site: &'a Site,
    interrupt: Interrupt,
    report: Receiver<io::Result<Report>>,
}

impl<'a> Running<'a> {
    pub fn start(crawl: Crawl, site: &'a Site, options: Options) -> Running<'a> {
        // Scenarios run concurrently in one process, which has both ends of every connection.
        let _ = rlimit::increase_nofile_limit(u64::MAX);
        let interrupt = options.interrupt.clone();
        let (sender, report) = channel();
        thread::spawn(move || {
            // If the test has failed meanwhile, nothing receives the report.
            let _ = sender.send(crawl(&options));
        });
        Running { site, interrupt, report }
    }

    /// Interrupts the crawl, as Ctrl-C does.
    pub fn interrupt(&self) {
        self.interrupt.trigger();
    }

    /// Waits until `condition` holds for the site.
    #[track_caller]
    pub fn wait_until(&self, condition: impl FnMut(&Site) -> bool) {
        wait_until(self.site, condition);
    }

    /// Waits until the crawl ends, and returns its report.
    #[track_caller]
    pub fn finish(self) -> Report {
        match self.report.recv_timeout(HUNG) {
            Ok(Ok(report)) => report,
            Ok(Err(error)) => panic!("the crawl failed: {error}"),
            Err(RecvTimeoutError::Disconnected) => panic!("the crawl panicked; {}", seen_by(self.site)),
            Err(RecvTimeoutError::Timeout) => panic!("the crawl hangs; {}", seen_by(self.site)),
        }
    }
}

impl Drop for Running<'_> {
    fn drop(&mut self) {
        self.interrupt();
    }
}

/// Waits until `condition` holds for `site`.
#[track_caller]
pub(super) fn wait_until(site: &Site, condition: impl FnMut(&Site) -> bool) {
    assert!(site.wait_until(condition, HUNG), "the condition never held; {}", seen_by(site));
}

/// Returns what the site has seen of a crawl that hangs.
pub(super) fn seen_by(site: &Site) -> String {
    format!(
        "unanswered: {:?}; {} connections open, of {} in all; requested: {:?}",
        site.unanswered(),
        site.open(),
        site.connections(),
        site.paths()
    )
}
