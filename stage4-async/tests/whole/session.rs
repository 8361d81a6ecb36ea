//! Connections that are used again: when they are, when they are not, and that no page is lost.

use common::{Options, Report, Services};
use practice_site::{Answer, Site};
use stage4_async::strategies::keep_alive::crawl;
use test_tools::full_listener::Full;
use test_tools::watchdog::until;
use url::Url;

use crate::tools::crawl_watched;

fn page() -> Answer {
    Answer::html("")
}

/// Starts a site of a root and ten pages, each of which has this answer.
pub fn eleven_pages(answer: &Answer) -> Site {
    let paths = (0..10).map(|number| format!("/{number}"));
    let root = Site::builder().page("/", Answer::links(paths.clone()));
    paths.fold(root, |site, path| site.page(path, answer.clone())).start().expect("a socket")
}

/// Crawls the site with one fetch at a time and one try, unless `change` adjusts that.
pub fn crawled(site: &Site, change: impl FnOnce(&mut Options)) -> Report {
    let mut options = Options { max_tasks: 1, max_tries: 1, ..Options::new([site.url("/")]) };
    change(&mut options);
    crawl_watched(crawl, options)
}

/// Returns the status and the tries of each URL.
pub fn tries(report: &Report) -> Vec<(Option<u16>, u32)> {
    report.records.iter().map(|record| (record.status, record.tries)).collect()
}

// hyper 2136: a server closes an idle connection, here in the second row, after the second request has come.
#[test]
fn one_connection_is_enough_unless_it_is_closed_instead_of_an_answer_which_costs_no_try() {
    for (answer, requests, connections) in
        [(page(), 11, 1), (Answer::sequence([Answer::raw(""), page()]), 21, 11)]
    {
        let site = eleven_pages(&answer);
        assert_eq!(tries(&crawled(&site, |_| {})), [(Some(200), 1); 11]);
        assert_eq!((site.requests(), site.connections()), (requests, connections));
    }
}

#[test]
fn an_answer_that_breaks_off_costs_a_try() {
    let site = Site::builder().page("/", Answer::links(["/0"]));
    let site = site.page("/0", Answer::sequence([page().cut(20), page()])).start().expect("a socket");
    let report = crawled(&site, |options| options.max_tries = 2);
    assert_eq!(tries(&report), [(Some(200), 1), (Some(200), 2)]);
}

/// A fetch that waits for its connect has its place already.
#[test]
fn ten_fetches_that_turn_to_another_host_leave_no_connection_idle() {
    let one = Site::builder().content(|_| Some(page())).gate(10).start().expect("a socket");
    let other = Full::default();
    let roots = (0..10).map(|number| one.url(&format!("/{number}")));
    let others = (0..10).map(|page| Url::parse(&format!("http://{}/{page}", other.address())).unwrap());
    let options = Options { max_tasks: 10, ..Options::new(roots.chain(others)) };
    let services = Services::new(options);
    let interrupt = services.interrupt.clone();
    let watcher = std::thread::spawn(move || {
        let is_closed = until(|| one.requests() == 10 && one.open() == 0);
        let open = one.open();
        interrupt.trigger();
        (is_closed, open)
    });
    crawl_watched(crawl, services);
    let (is_closed, open) = watcher.join().unwrap();
    let why =
        format!("ten fetches may have ten connections, but {open} idle ones are left: reserve, then connect");
    assert!(is_closed, "{why}");
}
