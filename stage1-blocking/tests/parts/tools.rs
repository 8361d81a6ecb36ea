//! Threads of a test, seen from outside: one that hangs is found out, because it sleeps and nothing wakes it.

use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::thread;

use common::crawl::progress::{Observer, Progress};
use common::fetch::http::ContentType;
use common::{Options, Record, Report, Response, Services};
use test_tools::watchdog::until;
use url::Url;

pub mod waiter;

/// Returns the options of a crawl without a network that starts at these paths.
pub fn options(roots: &[&str]) -> Options {
    Options::new(roots.iter().map(|path| Url::parse(&format!("http://site.example{path}")).expect("a URL")))
}

/// Returns an HTML page with these links.
pub fn page(links: &[&str]) -> Response {
    let body: String = links.iter().map(|link| format!("<a href='{link}'>")).collect();
    let content_type = ContentType::parse("text/html");
    Response { status: 200, body: body.into(), content_type, tries: 1, ..Response::default() }
}

/// A thread that was notified does not sleep. If threads are seen to sleep so many times in a row, nothing has notified
/// them.
pub const LOST: u32 = 400;

/// Returns whether a thread sleeps, and how often it has stopped, if the system says so. `thread` is its folder in `/proc`.
pub fn state(thread: &Path) -> Option<String> {
    let text = fs::read_to_string(thread.join("status")).ok()?;
    Some(text.lines().filter(|line| line.starts_with("State") || line.contains("ctxt_switches")).collect())
}

/// Returns the number and the state of each worker of this process, if the system says so.
pub fn workers() -> Option<Vec<(usize, String)>> {
    let threads = fs::read_dir("/proc/self/task").ok()?.flatten().map(|thread| thread.path());
    let worker = |thread: &Path| {
        let name = fs::read_to_string(thread.join("comm")).ok()?;
        Some((name.trim().strip_prefix("worker ")?.parse().ok()?, state(thread)?))
    };
    Some(threads.filter_map(|thread| worker(&thread)).collect())
}

/// Returns the report of a crawl. Panics with the message of `explain` if the crawl panics, or hangs: then, all workers sleep.
#[track_caller]
pub fn report_or(
    explain: impl FnOnce() -> String,
    crawl: impl FnOnce() -> Report + Send + 'static,
) -> Report {
    let crawl = thread::spawn(crawl);
    let state = || Some(workers().map_or("State: unknown".to_owned(), |all| format!("{all:?}")));
    wait_for_sleep(LOST, state, |_| crawl.is_finished());
    assert!(crawl.is_finished(), "the crawl hangs: {}", explain());
    crawl.join().unwrap_or_else(|_| panic!("the crawl panicked: {}", explain()))
}

/// Waits until threads were seen to sleep so many times in a row, at least a millisecond apart, and were not awake in
/// between. Ends early if `is_over` returns true, which is told each time whether the state has changed.
pub fn wait_for_sleep(looks: u32, state: impl Fn() -> Option<String>, mut is_over: impl FnMut(bool) -> bool) {
    let (mut before, mut same) = (None, 0);
    until(|| {
        let now = state();
        let count = |word| now.as_ref().map(|state| state.matches(word).count());
        let has_changed = before != now;
        same = if has_changed || count("State") != count("(sleeping)") { 0 } else { same + 1 };
        before = now;
        same == looks || is_over(has_changed)
    });
}

/// Returns services with an observer that panics at the end of a fetch if `is_fragile`, called in that thread, returns
/// true.
pub fn with_a_fragile_observer(options: Options, is_fragile: fn() -> bool) -> Services {
    let mut services = Services::new(options);
    services.progress = Progress::observed_by(Arc::new(Fragile(is_fragile)));
    services
}

struct Fragile(fn() -> bool);

impl Observer for Fragile {
    fn ended(&self, _: &Record) {
        assert!(!self.0(), "the observer fails");
    }
}
