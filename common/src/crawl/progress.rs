//! [`Progress`]: an observer of a crawl, such as a line on a terminal.

use std::fmt;
use std::sync::Arc;

use url::Url;

use crate::crawl::target::Target;
use crate::report::Record;
use trace::Event;

/// Observes a crawl. Any thread of the crawl may call it, and waits until it returns. An observer may leave out methods.
pub trait Observer: Send + Sync {
    /// Notes that `more` URLs are going to be fetched.
    fn found(&self, _more: usize) {}
    /// Notes that the fetch of `url` has started.
    fn started(&self, _url: &Arc<Url>) {}
    /// Notes that a fetch has ended.
    fn ended(&self, _record: &Record) {}
}

/// Passes events of a crawl on to its observers. Its clones have the same observers.
#[derive(Clone, Default)]
pub struct Progress(Vec<Arc<dyn Observer>>);

impl Progress {
    /// Returns a progress that calls `observer`.
    pub fn observed_by(observer: Arc<dyn Observer>) -> Progress {
        Progress(vec![observer])
    }

    /// Adds an observer.
    pub fn add(&mut self, observer: Arc<dyn Observer>) {
        self.0.push(observer);
    }

    /// Passes on that these targets have been found.
    pub fn found(&self, targets: &[Target]) {
        targets.iter().for_each(|target| trace::note(|| Event::Put { target: target.url.to_string() }));
        self.tell(|observer| observer.found(targets.len()));
    }

    /// Passes on that the fetch of `url` has started.
    pub fn started(&self, url: &Arc<Url>) {
        self.tell(|observer| observer.started(url));
    }

    /// Passes on that a fetch has ended.
    pub fn ended(&self, record: &Record) {
        self.tell(|observer| observer.ended(record));
    }

    fn tell(&self, what: impl Fn(&dyn Observer)) {
        self.0.iter().for_each(|observer| what(&**observer));
    }
}

impl fmt::Debug for Progress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Progress")
    }
}
