//! Connections that are used again, and fail: what is repeated, when, and on which connection.

#![cfg_attr(not(unix), allow(unused_imports, dead_code, reason = "some of the tests are for Unix"))]

use std::io;
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use ::contract::wait_until;
use common::{Options, Report};
use practice_site::{Answer, Site};
use program::resolver::on_threads;
use stage4_async::strategies::keep_alive;
use test_tools::watchdog::until;
use url::Url;

use crate::session::{crawled, eleven_pages, tries};
use crate::tools::crawl_watched;

/// Crawls a site so that three connections are idle before `/last` is asked for, which has these answers.
fn with_three_idle_connections(last: [Answer; 2], change: impl FnOnce(&mut Options)) -> (Report, Site) {
    const HELD: [&str; 3] = ["/0", "/1", "/2"];
    // The chain gives the other connections time to become idle. At least its own one is idle at `/last`.
    let chain = [("/", &HELD[..]), ("/2", &["/3"]), ("/3", &["/4"]), ("/4", &["/last"])];
    let site = Site::builder().content(|_| Some(Answer::html(""))).page("/last", Answer::sequence(last));
    let site = chain.into_iter().fold(site, |site, (from, to)| site.page(from, Answer::links(to)));
    let site = HELD.into_iter().fold(site, |site, path| site.hold(path)).start().expect("a socket");
    let report = thread::scope(|scope| {
        scope.spawn(|| {
            wait_until(&site, |site| site.unanswered().len() == HELD.len());
            HELD.into_iter().for_each(|path| site.release(path));
        });
        crawled(&site, |options| {
            options.max_tasks = 3;
            change(options);
        })
    });
    (report, site)
}

/// Returns for each request of `/last` whether another one came before on its connection.
fn is_reused(site: &Site) -> Vec<bool> {
    let log = site.log();
    let last = log.iter().enumerate().filter(|(_, visit)| visit.path.as_deref() == Some("/last"));
    last.map(|(at, visit)| log[..at].iter().any(|before| before.connection == visit.connection)).collect()
}

/// A failed repetition is not repeated (RFC 9110, section 9.2.2), even if another connection is idle.
#[test]
fn only_one_request_is_repeated_at_no_cost() {
    let (report, site) = with_three_idle_connections([Answer::raw(""), Answer::html("")], |_| {});
    assert_eq!(tries(&report), [(Some(200), 1); 7]);
    assert_eq!(is_reused(&site), [true, false]);
}

/// The server has given up the idle connection, and the request crossed its answer (RFC 9110, section 15.5.9).
#[test]
fn a_timeout_of_an_idle_connection_is_no_answer_to_the_request() {
    let timeout = || Answer::raw("HTTP/1.1 408 Request Timeout\r\nContent-Length: 0\r\n\r\n");
    let pages = Site::builder().page("/", Answer::links(["/0", "/1"])).page("/1", timeout());
    let pages = pages.page("/0", Answer::sequence([timeout(), Answer::html("")]));
    let report = crawled(&pages.start().expect("a socket"), |_| {});
    let expected = [(Some(200), 1), (Some(200), 1), (Some(408), 1)];
    assert_eq!(tries(&report), expected, "a new connection's 408 is an answer");
}

#[test]
fn after_a_timeout_the_next_try_has_a_connection_of_its_own() {
    let (report, site) = with_three_idle_connections([Answer::silent(), Answer::html("")], |options| {
        options.max_tries = 2;
        options.timeout = Duration::from_secs(1);
    });
    let last = report.record(&site.url("/last")).expect("a record");
    assert_eq!(last.tries, 2, "{last:?}");
    // On a machine that is busy, the answer may come after the timeout.
    assert!(until(|| is_reused(&site) == [true, false]), "the second try was on an idle connection, too");
}

/// The lookup lacks a descriptor until the idle connection is closed.
#[cfg(unix)]
#[test]
fn idle_connections_are_closed_for_a_lookup() {
    let site = Arc::new(eleven_pages(&Answer::html("")));
    let (address, sees) = (site.address(), Arc::clone(&site));
    let other = Url::parse(&format!("http://other.test:{}/", address.port())).expect("a URL");
    let (timeout, max_pages) = (Duration::from_secs(5), Some(2));
    let roots = Options::new([site.url("/"), other]);
    let mut services = web::services(Options { max_tasks: 1, max_tries: 1, timeout, max_pages, ..roots });
    services.set_resolver(on_threads(move |_, _| match sees.open() {
        0 => Ok(vec![address]),
        _ => Err(io::Error::from_raw_os_error(24)),
    }));
    let report = crawl_watched(keep_alive::crawl, services);
    assert_eq!(report.summary().pages, 2, "{report:?}");
}
