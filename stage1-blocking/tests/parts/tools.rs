//! Crawls without a network.

use std::sync::Arc;
use std::thread;
use std::time::Duration;

use common::crawl::progress::{Observer, Progress};
use common::fetch::http::ContentType;
use common::{Options, Record, Report, Response, Services};
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

/// Returns the report of a crawl. Panics with the message of `explain` if the crawl panics, or hangs.
#[track_caller]
pub fn report_or(
    explain: impl FnOnce() -> String,
    crawl: impl FnOnce() -> Report + Send + 'static,
) -> Report {
    let (crawl, mut patience) = (thread::spawn(crawl), Patience::of(HANGS));
    while !crawl.is_finished() {
        assert!(!patience.is_over(), "the crawl hangs: {}", explain());
        thread::sleep(Duration::from_millis(1));
    }
    crawl.join().unwrap_or_else(|_| panic!("the crawl panicked: {}", explain()))
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
