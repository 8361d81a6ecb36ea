//! Crawls without a network.

use std::sync::Arc;
use std::thread;
use std::time::Duration;

use common::fetch::http::ContentType;
use common::{Around, FetchError, Options, Record, Report, Response, Services};
use stage1_blocking::crawl::crawl_with;
use test_tools::patience::Patience;
use url::Url;

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

/// A crawl without a network that takes longer hangs, on a machine that has nothing else to do.
const HANGS: Duration = Duration::from_secs(2);

/// Crawls: `fetch` fetches each path. Panics with `message` if the crawl panics, or hangs.
#[track_caller]
pub fn crawl(
    services: impl Into<Services>,
    message: &str,
    fetch: impl Fn(&str) -> Result<Response, FetchError> + Send + Sync + 'static,
) -> Report {
    let job = services.into().into();
    let crawl = || crawl_with(job, move |target, _| fetch(target.url.path())).expect("a thread");
    let (crawl, mut patience) = (thread::spawn(crawl), Patience::of(HANGS));
    while !crawl.is_finished() {
        assert!(!patience.is_over(), "the crawl hangs: {message}");
        thread::sleep(Duration::from_millis(1));
    }
    crawl.join().unwrap_or_else(|_| panic!("the crawl panicked: {message}"))
}

/// Returns how many pages were fetched, how many were not, and the kinds of the errors.
pub fn counts(report: &Report) -> (usize, usize, Vec<String>) {
    let failures = report.records.iter().filter_map(Record::failure).collect();
    (report.records.len(), report.unfinished, failures)
}

/// Returns services with an observer that panics at the end of a fetch if `is_fragile` returns true in that thread.
pub fn with_a_fragile_observer(options: Options, is_fragile: fn() -> bool) -> Services {
    let mut services = Services::new(options);
    services.door.add(Arc::new(Fragile(is_fragile)));
    services
}

struct Fragile(fn() -> bool);

impl Around for Fragile {
    fn fetch_ended(&self, _: &Record) {
        assert!(!self.0(), "the observer fails");
    }
}
