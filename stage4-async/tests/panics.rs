//! A panic in a fetch costs its page, but not the worker that awaits it.

use std::sync::atomic::AtomicU32;
use std::sync::atomic::Ordering::SeqCst;

use common::Options;
use common::fetch::pace::Pacer;
use practice_site::{Answer, Site};
use stage4_async::crawl;

#[test]
fn the_only_worker_goes_on_with_the_next_page() {
    let site = Site::builder().content(|_| Some(Answer::links(["/behind"]))).start().unwrap();
    let roots = ["/0", "/1", "/2"].map(|path| site.url(path));
    let asked = AtomicU32::new(0);
    let pacer = Pacer::asking(move |pause| match asked.fetch_add(1, SeqCst) {
        1 => panic!("the pacer panics"),
        _ => pause,
    });
    let report = crawl(&Options { max_tasks: 1, pacer, ..Options::new(roots) }).unwrap();
    let kinds: Vec<_> = report.records.iter().map(|record| record.failure().unwrap_or_default()).collect();
    assert_eq!(kinds, ["", "panic", "", ""]);
    assert_eq!(report.unfinished, 0);
}
