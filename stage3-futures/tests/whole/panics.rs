//! A panic in a fetch costs its page, but not the worker that polls it.

use common::fetch::resolve::Resolver;
use common::{Options, Services};
use practice_site::{Answer, Site};
use stage3_futures::crawl;
use test_tools::watchdog::watched;

/// An address needs no lookup, so only the page with a name panics.
#[test]
fn the_only_worker_goes_on_with_the_next_page() {
    let site = Site::builder().content(|_| Some(Answer::links(["/behind"]))).start().unwrap();
    let panics = "http://panics.test/".parse().unwrap();
    let options = Options { max_tasks: 1, ..Options::new([panics, site.url("/1"), site.url("/2")]) };
    let mut services = Services::new(options);
    services.set_resolver(Resolver::blocking(|_, _| panic!("the lookup panics")));
    let report = watched(move || crawl(services.into()).unwrap());
    let kinds: Vec<_> = report.records.iter().map(|record| record.failure().unwrap_or_default()).collect();
    assert_eq!(kinds, ["", "", "", "panic"]);
    assert_eq!(report.unfinished, 0);
}
