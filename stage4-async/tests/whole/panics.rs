//! A panic in a fetch costs its page, but not the worker that awaits it.

use std::sync::Arc;
use std::sync::atomic::AtomicU32;
use std::sync::atomic::Ordering::SeqCst;

use common::crawl::progress::{Observer, Progress};
use common::{Options, Record};
use practice_site::{Answer, Site};
use stage4_async::crawl;

/// Panics when the second fetch starts.
#[derive(Default)]
struct Panics {
    started: AtomicU32,
}

impl Observer for Panics {
    fn found(&self, _: usize) {}
    fn started(&self) {
        assert_ne!(self.started.fetch_add(1, SeqCst), 1, "the second fetch panics");
    }
    fn ended(&self, _: &Record) {}
    fn lacks_descriptor(&self) {}
}

#[test]
fn the_only_worker_goes_on_with_the_next_page() {
    let site = Site::builder().content(|_| Some(Answer::links(["/behind"]))).start().unwrap();
    let roots = ["/0", "/1", "/2"].map(|path| site.url(path));
    let progress = Progress::observed_by(Arc::new(Panics::default()));
    let report = crawl(&Options { max_tasks: 1, progress, ..Options::new(roots) }).unwrap();
    let kinds: Vec<_> = report.records.iter().map(|record| record.failure().unwrap_or_default()).collect();
    assert_eq!(kinds, ["", "panic", "", ""]);
    assert_eq!(report.unfinished, 0);
}
