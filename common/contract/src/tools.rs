//! Sites, names and records in a few words; and lanes: many cases at once, because a case spends most of its time waiting.

use std::iter;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;

use common::{Around, Outcome, Record, Response, Target};
use practice_site::{Answer, Builder, Site};
use tempfile::TempDir;
use url::Url;

/// Calls a function for each answer, before its links are read. It stands around a crawl.
pub struct OnAnswer<F>(pub F);

impl<F: Fn() + Send + Sync> Around for OnAnswer<F> {
    fn read(&self, _: &Target, response: Option<&Response>, _: &mut Outcome) {
        response.into_iter().for_each(|_| self.0());
    }
}

/// Makes a directory for the files of one test.
pub(super) fn directory() -> TempDir {
    tempfile::tempdir().expect("a directory for temporary files")
}

/// Makes such a directory, and the path of a file in it that does not exist.
pub(super) fn file() -> (TempDir, String) {
    let directory = directory();
    let path = path_in(&directory, "file");
    (directory, path)
}

/// Returns the path of a file in a directory.
pub(super) fn path_in(directory: &TempDir, name: &str) -> String {
    directory.path().join(name).into_os_string().into_string().expect("a path in UTF-8")
}

/// Starts a site of these pages. Any other path is a 404.
pub(super) fn site<const N: usize>(pages: [(&str, Answer); N]) -> Site {
    start(pages_of(pages))
}

/// Returns the description of this site, to be extended.
pub(super) fn pages_of(pages: impl IntoIterator<Item = (impl Into<String>, Answer)>) -> Builder {
    pages.into_iter().fold(Site::builder(), |builder, (path, answer)| builder.page(path, answer))
}

pub(super) fn start(builder: Builder) -> Site {
    builder.start().expect("loopback has a free port")
}

/// Starts a site of these pages, which holds the answers to `paths`.
pub(super) fn site_holding(pages: Builder, paths: &[String]) -> Site {
    start(paths.iter().fold(pages, |builder, path| builder.hold(path)))
}

/// Returns the paths `/0`, `/1` and so on.
pub(super) fn paths(count: usize) -> Vec<String> {
    (0..count).map(|number| format!("/{number}")).collect()
}

/// Returns the URLs of such paths on the site.
pub(super) fn roots(site: &Site, count: usize) -> Vec<Url> {
    paths(count).iter().map(|path| site.url(path)).collect()
}

/// Returns a page without links.
pub(super) fn page() -> Answer {
    Answer::html("<title>A page</title>")
}

/// Returns the URL of `path` on the site, with another name for its host.
pub(super) fn named(site: &Site, host: &str, path: &str) -> Url {
    let port = site.address().port();
    Url::parse(&format!("http://{host}:{port}{path}")).expect("a name, a port and a path are a URL")
}

/// Returns the kind of a record's error, or its status.
pub(super) fn kind(record: &Record) -> String {
    let status = || record.status.map(|status| status.to_string());
    record.failure().or_else(status).expect("an error or a status")
}

/// Calls `work` for each number up to `count`, in so many threads. Returns the results in any order.
pub(super) fn in_lanes<T: Send>(count: u64, lanes: usize, work: impl Fn(u64) -> T + Sync) -> Vec<T> {
    let next = AtomicU64::new(0);
    let numbers = || iter::repeat_with(|| next.fetch_add(1, Ordering::Relaxed)).take_while(|&n| n < count);
    let lane = || numbers().map(&work).collect::<Vec<_>>();
    thread::scope(|scope| {
        let lanes: Vec<_> = (0..lanes).map(|_| scope.spawn(lane)).collect();
        lanes.into_iter().flat_map(|lane| lane.join().expect("no case panics")).collect()
    })
}
