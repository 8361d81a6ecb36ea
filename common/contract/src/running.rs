//! [`Running`]: a crawl that runs in a thread of its own, under a watchdog.

use std::io;
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

use common::crawl::interrupt::Interrupt;
use common::crawl::strategy::Crawl;
use common::{Options, Report};
use practice_site::Site;

/// Who takes longer than this is not slow, but hung.
pub(super) const HUNG: Duration = Duration::from_secs(60);

/// A crawl that runs. It is interrupted when it is dropped, so that a failed test leaves nothing behind.
#[derive(Debug)]
pub(super) struct Running<'a> {
    site: &'a Site,
    interrupt: Interrupt,
    report: Receiver<io::Result<Report>>,
}

impl<'a> Running<'a> {
    pub fn start(crawl: Crawl, site: &'a Site, options: Options) -> Running<'a> {
        // Scenarios run side by side in one process, and each of them has both ends of its connections.
        let _ = rlimit::increase_nofile_limit(u64::MAX);
        let interrupt = options.interrupt.clone();
        let (sender, report) = channel();
        thread::spawn(move || {
            // A test that has failed meanwhile does not listen any more.
            let _ = sender.send(crawl(&options));
        });
        Running { site, interrupt, report }
    }

    /// Interrupts the crawl, as Ctrl-C does.
    pub fn interrupt(&self) {
        self.interrupt.trigger();
    }

    /// Waits until the site has seen what `condition` asks for.
    #[track_caller]
    pub fn wait_until(&self, condition: impl FnMut(&Site) -> bool) {
        if !self.site.wait_until(condition, HUNG) {
            panic!("what the site waits for does not happen; {}", seen_by(self.site));
        }
    }

    /// Waits for the end of the crawl, and returns its report.
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

/// What the site knows about a crawl that has come to a halt.
pub(super) fn seen_by(site: &Site) -> String {
    format!(
        "unanswered: {:?}; {} connections open, of {} in all; requested: {:?}",
        site.unanswered(),
        site.open(),
        site.connections(),
        site.paths()
    )
}
