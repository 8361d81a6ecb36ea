//! Connects that stay in progress, and requests that are written in parts: loopback alone shows neither.

use std::io::{Read, Write};
use std::net::{Ipv4Addr, SocketAddr, TcpListener, TcpStream};
use std::thread::{self, JoinHandle};

use common::fetch::resolve::Resolver;
use common::{Options, Phase, Record};
use practice_site::Site;
use url::Url;

use super::Stage;
use super::deadlines::{assert_is_timeout, two_short_tries};
use super::full::Full;
use super::running::Running;
use super::tools::{kind, named, page, site};
use super::watchdog::until;

/// More than a kernel stores for a peer that reads slowly.
const LARGE: usize = 8 << 20;

/// Waits until a connect to it is in progress.
#[track_caller]
fn wait_for_a_connect(full: &Full) {
    assert!(until(|| full.is_awaited()), "no connect is in progress");
}

fn root(address: SocketAddr) -> Url {
    Url::parse(&format!("http://{address}/")).expect("an address is a host")
}

/// Accepts connections until one sends a request, answers it, and returns it.
fn answer_one(listener: TcpListener) -> JoinHandle<Vec<u8>> {
    let answer = |mut stream: TcpStream| {
        let request = read_request(&mut stream);
        // An error means that the client has gone.
        let _ = stream.write_all(b"HTTP/1.0 200 OK\r\nContent-Length: 0\r\n\r\n");
        request
    };
    thread::spawn(move || {
        let mut requests = listener.incoming().map(|stream| answer(stream.expect("it listens")));
        requests.find(|request| !request.is_empty()).expect("a listener has no end")
    })
}

/// Reads a request in small pieces.
fn read_request(stream: &mut TcpStream) -> Vec<u8> {
    let (mut request, mut piece) = (Vec::new(), [0; 4096]);
    while !request.ends_with(b"\r\n\r\n")
        && let Ok(count @ 1..) = stream.read(&mut piece)
    {
        request.extend_from_slice(&piece[..count]);
    }
    request
}

/// Asserts that the only page was fetched on the first try.
#[track_caller]
fn assert_is_fetched(crawl: Running<'_>) {
    let records: Vec<Record> = crawl.finish().records;
    let fetched: Vec<_> = records.iter().map(|record| (kind(record), record.tries)).collect();
    assert_eq!(fetched, [("200".to_owned(), 1)]);
}

/// Starts a crawl of a site whose host has another address, which comes first.
fn begin_after<'a>(stage: &Stage, site: &'a Site, first: SocketAddr) -> Running<'a> {
    let addresses = vec![first, site.address()];
    stage.begin(site, |options| {
        options.roots = vec![named(site, "site.test", "/")];
        options.resolver = Resolver::new(move |_, _| Ok(addresses.clone()));
    })
}

/// No system lets TCP connect to all hosts.
pub(super) fn a_connect_may_fail_at_once(stage: &Stage) {
    let site = site([("/", page())]);
    assert_is_fetched(begin_after(stage, &site, (Ipv4Addr::BROADCAST, 80).into()));
}

/// After a second, the system repeats a connect that was not answered.
pub(super) fn a_connect_in_progress_is_awaited(stage: &Stage) {
    let (site, full) = (site([]), Full::default());
    let crawl = stage.begin(&site, |options| options.roots = vec![root(full.address())]);
    wait_for_a_connect(&full);
    answer_one(full.make_room());
    assert_is_fetched(crawl);
}

pub(super) fn a_connect_in_progress_may_be_refused(stage: &Stage) {
    let (site, full) = (site([]), Full::default());
    let crawl = stage.begin(&site, |options| {
        options.roots = vec![root(full.address())];
        options.max_tries = 1;
    });
    wait_for_a_connect(&full);
    drop(full);
    let kinds: Vec<_> = crawl.finish().records.iter().map(kind).collect();
    assert_eq!(kinds, ["connect"]);
}

pub(super) fn a_connect_in_progress_times_out(stage: &Stage) {
    let full = Full::default();
    let report = stage.crawl(&site([]), |options: &mut Options| {
        two_short_tries(options);
        options.roots = vec![root(full.address())];
    });
    report.records.iter().for_each(assert_is_timeout);
    let errors = report.records.iter().filter_map(|record| record.error.as_ref());
    let phases: Vec<_> = errors.map(|error| error.phase).collect();
    assert_eq!(phases, [Phase::Connecting]);
}

/// With one try, and the time of one try for both addresses.
pub(super) fn an_address_that_drops_packets_leaves_time_for_the_next(stage: &Stage) {
    let (site, full) = (site([("/", page())]), Full::default());
    let addresses = vec![full.address(), site.address()];
    let crawl = stage.begin(&site, |options| {
        options.roots = vec![named(&site, "site.test", "/")];
        options.resolver = Resolver::new(move |_, _| Ok(addresses.clone()));
        options.max_tries = 1;
    });
    assert_is_fetched(crawl);
}

pub(super) fn a_large_request_is_written_in_parts(stage: &Stage) {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).expect("loopback has a free port");
    let address = listener.local_addr().expect("it is bound");
    let target: String = (0..LARGE / 8).map(|number| format!("/{number:07x}")).collect();
    let url = root(address).join(&target).expect("a path is a URL");
    let site = site([]);
    let crawl = stage.begin(&site, |options| options.roots = vec![url]);
    let request = answer_one(listener);
    assert_is_fetched(crawl);
    let request = request.join().expect("it answers");
    assert!(request.starts_with(format!("GET {target} HTTP/1.0\r\n").as_bytes()), "of {}", request.len());
}
