//! Tries: which errors are tried again, and how often.

use std::io;
use std::net::SocketAddr;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use common::{Options, Record};
use practice_site::{Answer, Site};
use program::resolver::on_threads;

use test_tools::socket::refusing;

use super::Stage;
use super::tools::{kind, named, page, paths, site, start};

pub fn errors_of_the_network_and_what_asks_for_it_are_tried_again(stage: &Stage) {
    let whole = || Answer::html("<a href=#whole></a>");
    let at_first = |answer: Answer| Answer::sequence([answer, whole()]);
    let cases = [
        (at_first(page().reset(0)), "200", 2),
        (at_first(Answer::raw("")), "200", 2),
        (at_first(whole().cut(90)), "200", 2),
        (page().reset(0), "reset", 4),
        (page().reset(10), "reset", 4),
        (whole().reset(90), "reset", 4),
        (Answer::raw("What did you say?\r\n\r\n"), "bad-response", 1),
        (Answer::endless(), "too-large", 1),
        (Answer::error(404), "404", 1),
        (Answer::error(503), "503", 1),
    ];
    let tries = cases.iter().map(|(_, _, tries)| *tries as u64).sum();
    let site = stage.assert_come_to(cases, |record| record.tries as usize, |_| {});
    // A request on a connection that is used again may be repeated at no cost.
    assert!(site.requests() >= tries);
    // A pause that a server asks for holds up its other pages, so each of these has a site of its own.
    for (answer, outcome, tries, requests) in [
        (at_first(Answer::error(426)), "200", 1, 2),
        (Answer::error(505), "505", 1, 2),
        (Answer::error(503).header("Retry-After", "0"), "503", 4, 4),
        (Answer::error(503).header("Retry-After", "99"), "503", 1, 1),
        (at_first(Answer::error(429).header("Retry-After", "0")), "200", 2, 2),
    ] {
        let tried = |record: &Record| record.tries as usize;
        let site = stage.assert_come_to([(answer, outcome, tries)], tried, |_| {});
        assert_eq!(site.requests(), requests, "{outcome}");
    }
}

/// All links of a page are asked for at once, and the site accepts one request in 30 ms.
pub fn a_server_that_limits_its_rate_loses_no_page(stage: &Stage) {
    let last = Mutex::new(None::<Instant>);
    let site = start(Site::builder().content(move |path| {
        let mut last = last.lock().expect("no panic");
        if last.is_some_and(|last| last.elapsed() < Duration::from_millis(30)) {
            return Some(Answer::error(429).header("Retry-After", "0"));
        }
        *last = Some(Instant::now());
        Some(if path == "/" { Answer::links(paths(6)) } else { page() })
    }));
    let report = stage.crawl(&site, |_| {});
    let kinds: Vec<_> = report.records.iter().map(kind).collect();
    let lost = "a request that was in flight when the server asked for a pause is refused for good";
    assert_eq!(kinds, ["200"; 7], "{lost}");
}

/// Looks a host up, given the number of lookups before, the site's address, and one that refuses connections.
type Find = fn(usize, SocketAddr, SocketAddr) -> io::Result<Vec<SocketAddr>>;

pub fn lookups_that_fail_and_addresses_that_refuse_are_tried_again(stage: &Stage) {
    let (_socket, refused) = refusing();
    let cases: [(Find, &str, u32, usize); 6] = [
        (|_, _, refused| Ok(vec![refused]), "connect", 4, 1),
        (|_, site, refused| Ok(vec![refused, site]), "200", 1, 1),
        (|_, _, _| Ok(vec![]), "dns", 4, 4),
        (|_, _, _| Err(io::ErrorKind::NotFound.into()), "dns", 4, 4),
        (|before, site, _| if before < 4 { Err(no_descriptor()) } else { Ok(vec![site]) }, "200", 1, 5),
        (|before, site, _| if before == 0 { Ok(vec![]) } else { Ok(vec![site]) }, "200", 2, 2),
    ];
    for (find, outcome, tries, lookups) in cases {
        let site = site([("/", page())]);
        let address = site.address();
        let before = Arc::new(AtomicUsize::new(0));
        let counter = Arc::clone(&before);
        let mut services = web::services(Options::new([named(&site, "site.test", "/")]));
        services.set_resolver(on_threads(move |_, _| {
            find(counter.fetch_add(1, Ordering::Relaxed), address, refused)
        }));
        let report = stage.begin_with(&site, services).finish();
        let record = &report.records[0];
        let tried = (kind(record), record.tries, before.load(Ordering::Relaxed));
        assert_eq!(tried, (outcome.to_owned(), tries, lookups));
    }
}

/// Returns the error of a system call that needs a descriptor, when the process has none left. It costs no try.
fn no_descriptor() -> io::Error {
    io::Error::from_raw_os_error(if cfg!(windows) { 10024 } else { 24 })
}
