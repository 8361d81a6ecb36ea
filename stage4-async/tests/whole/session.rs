//! Connections that are used again: when they are, when they are not, and that no page is lost.

use std::sync::Barrier;
use std::thread;

use common::{Options, Report};
use stage4_async::strategies::keep_alive::crawl;
use test_tools::full_listener::Full;
use test_tools::watchdog::until;
use url::Url;

use crate::persistent_server::{KEEP, Reply, Request, Server, answer, crawled, eleven_pages, links};
use crate::tools::crawl_watched;

#[track_caller]
fn assert_all_fetched_at_once(report: &Report) {
    assert_eq!(report.summary().pages, 11, "{report:?}");
    assert!(report.records.iter().all(|record| record.tries == 1), "{report:?}");
}

#[test]
fn one_fetch_at_a_time_needs_one_connection() {
    let server = eleven_pages(KEEP);
    assert_all_fetched_at_once(&crawled(server, |_| {}));
    assert_eq!((server.requests().len(), server.connections()), (11, 1));
}

/// A server may promise to keep a connection open, and close it: here, after the second request has come.
#[test]
fn a_connection_that_is_closed_instead_of_an_answer_costs_no_try() {
    let server = Server::start(|request| match request.number {
        0 => (answer(KEEP, links(request, 10)), true),
        _ => (String::new(), false),
    });
    assert_all_fetched_at_once(&crawled(server, |_| {}));
    assert_eq!(server.connections(), 11);
}

#[test]
fn an_answer_that_breaks_off_costs_a_try() {
    let reply = |request: &Request| -> Reply {
        let whole = answer(KEEP, links(request, 1));
        match (request.path.as_str(), request.number) {
            ("/0", 1) => (whole[..20].to_owned(), false),
            _ => (whole, true),
        }
    };
    let server = Server::start(reply);
    let report = crawled(server, |options| options.max_tries = 2);
    let tries: Vec<_> = report.records.iter().map(|record| (record.status, record.tries)).collect();
    assert_eq!(tries, [(Some(200), 1), (Some(200), 2)]);
}

/// A fetch that waits for its connect has its place already.
#[test]
fn ten_fetches_that_turn_to_another_host_leave_no_connection_idle() {
    let together = Barrier::new(10);
    let one = Server::start(move |_| {
        together.wait();
        (answer(KEEP, []), true)
    });
    let other = Full::default();
    let roots = (0..10).map(|page| one.url(&format!("/{page}")));
    let others = (0..10).map(|page| Url::parse(&format!("http://{}/{page}", other.address())).unwrap());
    let options = Options { max_tasks: 10, ..Options::new(roots.chain(others)) };
    let interrupt = options.services.interrupt.clone();
    let watcher = thread::spawn(move || {
        let is_closed = until(|| one.requests().len() == 10 && one.open() == 0);
        let open = one.open();
        interrupt.trigger();
        (is_closed, open)
    });
    crawl_watched(crawl, &options);
    let (is_closed, open) = watcher.join().unwrap();
    assert!(
        is_closed,
        "ten fetches may have ten connections, but {open} idle ones are left: reserve, then connect"
    );
}
