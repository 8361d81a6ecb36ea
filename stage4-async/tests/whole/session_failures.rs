//! Connections that are used again, and fail: what is repeated, when, and on which connection.

use std::io;
use std::sync::{Condvar, Mutex};
use std::thread;
use std::time::Duration;

use program::resolver::on_threads;
use test_tools::watchdog::until;
use url::Url;

use crate::persistent_server::{KEEP, Reply, Request, Server, answer, crawled, eleven_pages, links};

/// Starts a server that leaves three connections idle before it links to `/last`, which gets this reply.
fn three_idle_connections(last: impl Fn(&Request) -> Reply + Send + Sync + 'static) -> &'static Server {
    let (open, all_open) = (Mutex::new(0), Condvar::new());
    Server::start(move |request| match request.path.as_str() {
        "/" => (answer(KEEP, links(request, 3)), true),
        "/last" => last(request),
        path => {
            let mut open = open.lock().expect("no test panics with it");
            *open += 1;
            all_open.notify_all();
            drop(all_open.wait_while(open, |open| *open < 3).expect("no test panics with it"));
            // The chain gives the other connections time to become idle. At least its own one is idle at `/last`.
            let next =
                [("/2", "/3"), ("/3", "/4"), ("/4", "/last")].into_iter().find(|(from, _)| path == *from);
            (answer(KEEP, next.map(|(_, to)| to.to_owned())), true)
        }
    })
}

/// A failed repetition is not repeated (RFC 9110, section 9.2.2), even if another connection is idle.
#[test]
fn only_one_request_is_repeated_at_no_cost() {
    let server = three_idle_connections(|request| match request.number {
        0 => (answer(KEEP, []), true),
        _ => (String::new(), false),
    });
    let report = crawled(server, |options| options.max_tasks = 3);
    assert!(
        report.records.iter().all(|record| (record.status, record.tries) == (Some(200), 1)),
        "{report:?}"
    );
    let last: Vec<_> = server.requests().into_iter().filter(|request| request.path == "/last").collect();
    let is_reused: Vec<_> = last.iter().map(|request| request.number > 0).collect();
    assert_eq!(is_reused, [true, false]);
}

/// The server has given up the idle connection, and the request crossed its answer (RFC 9110, section 15.5.9).
#[test]
fn a_timeout_of_an_idle_connection_is_no_answer_to_the_request() {
    let timeout = || ("HTTP/1.1 408 Request Timeout\r\nContent-Length: 0\r\n\r\n".to_owned(), false);
    let server = Server::start(move |request| match (request.path.as_str(), request.number) {
        ("/0", 1..) | ("/1", _) => timeout(),
        _ => (answer(KEEP, links(request, 2)), true),
    });
    let report = crawled(server, |_| {});
    let statuses: Vec<_> = report.records.iter().map(|record| (record.status, record.tries)).collect();
    assert_eq!(
        statuses,
        [(Some(200), 1), (Some(200), 1), (Some(408), 1)],
        "a new connection's 408 is an answer"
    );
}

#[test]
fn after_a_timeout_the_next_try_has_a_connection_of_its_own() {
    let server = three_idle_connections(|request| {
        if request.number > 0 {
            // A dead connection: the answer never comes.
            loop {
                thread::park();
            }
        }
        (answer(KEEP, []), true)
    });
    let report = crawled(server, |options| {
        options.max_tasks = 3;
        options.max_tries = 2;
        options.timeout = Duration::from_secs(1);
    });
    let last = report.record(&server.url("/last")).expect("a record");
    assert_eq!(last.tries, 2, "{last:?}");
    // On a machine that is busy, the answer may come after the timeout.
    let is_first = |request: &Request| request.path == "/last" && request.number == 0;
    assert!(
        until(|| server.requests().iter().any(is_first)),
        "the second try was on an idle connection, too"
    );
}

/// The lookup lacks a descriptor until the idle connection is closed.
#[cfg(unix)]
#[test]
fn idle_connections_are_closed_for_a_lookup() {
    let server = eleven_pages(KEEP);
    let report = crawled(server, |options| {
        options.timeout = Duration::from_secs(5);
        options
            .roots
            .push(Url::parse(&format!("http://other.test:{}/", server.address.port())).expect("a URL"));
        options.max_pages = Some(2);
        options.services.resolver = on_threads(move |_, _| match server.open() {
            0 => Ok(vec![server.address]),
            _ => Err(io::Error::from_raw_os_error(24)),
        });
    });
    assert_eq!(report.summary().pages, 2, "{report:?}");
}
