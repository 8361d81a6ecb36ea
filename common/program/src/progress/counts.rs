//! [`Counts`]: how many fetches there are, and which one has been in flight longest.

use std::collections::HashMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, OnceLock};
use std::time::{Duration, Instant};

use common::Record;
use common::lock::lock;
use url::{Position, Url};

/// The least time in flight that is worth a word.
const LONG: Duration = Duration::from_secs(1);

/// The counts of a crawl. Any thread of it may change them.
#[derive(Default)]
pub struct Counts {
    found: AtomicUsize,
    ended: AtomicUsize,
    failed: AtomicUsize,
    first: OnceLock<Arc<Url>>,
    in_flight: Mutex<HashMap<Arc<Url>, Instant>>,
}

impl Counts {
    pub fn found(&self, more: usize) {
        self.found.fetch_add(more, Ordering::Relaxed);
    }

    pub fn started(&self, url: &Arc<Url>) {
        self.first.get_or_init(|| Arc::clone(url));
        lock(&self.in_flight).insert(Arc::clone(url), Instant::now());
    }

    pub fn ended(&self, record: &Record) {
        self.ended.fetch_add(1, Ordering::Relaxed);
        self.failed.fetch_add(usize::from(record.failure().is_some()), Ordering::Relaxed);
        lock(&self.in_flight).remove(&record.url);
    }

    /// Returns the counts in a line, `seconds` after the start of the crawl.
    pub fn line(&self, seconds: u64) -> String {
        let [found, ended, failed] =
            [&self.found, &self.ended, &self.failed].map(|count| count.load(Ordering::Relaxed));
        let in_flight = lock(&self.in_flight).len();
        let queued = found.saturating_sub(ended + in_flight);
        let longest = self.longest().unwrap_or_default();
        format!("{ended} done, {queued} queued, {in_flight} in flight, {failed} failed, {seconds} s{longest}")
    }

    /// Returns which fetch has been in flight longest, if that is long.
    fn longest(&self) -> Option<String> {
        let in_flight = lock(&self.in_flight);
        let (url, since) = in_flight.iter().min_by_key(|(_, since)| **since)?;
        let time = since.elapsed();
        (time >= LONG).then(|| format!("; {} s for {}", time.as_secs(), self.short(url)))
    }

    /// Returns `url`, without the host if it is that of the first URL, because a terminal is narrow.
    fn short<'a>(&self, url: &'a Url) -> &'a str {
        let is_usual = self.first.get().is_some_and(|first| first.authority() == url.authority());
        if is_usual { &url[Position::BeforePath..] } else { url.as_str() }
    }
}
