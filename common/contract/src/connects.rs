//! Connects that stay in progress, and requests that are written in parts: loopback alone shows neither.

use std::io::{BufRead, BufReader, Write};
use std::net::{Ipv4Addr, Ipv6Addr, SocketAddr, TcpListener, TcpStream};
use std::thread::{self, JoinHandle};

use common::{Options, Phase, Report};
use practice_site::{Answer, Site};
use program::resolver::on_threads;
use socket2::SockRef;
use url::Url;

use test_tools::full_listener::Full;
use test_tools::socket::listener;
use test_tools::watchdog::until;

use super::Stage;
use super::deadlines::{assert_is_timeout, two_short_tries};
use super::running::Running;
use super::tools::{kind, named, page, site};

/// More than a kernel stores for a peer that reads slowly and has a small buffer.
const LARGE: usize = 4 << 20;

fn root(address: SocketAddr) -> Url {
    Url::parse(&format!("http://{address}/")).expect("an address is a host")
}

/// Starts a crawl of a page with one try, and waits until its connect is in progress.
fn begin_connecting<'a>(stage: &Stage, site: &'a Site, full: &Full) -> Running<'a> {
    let crawl = stage.begin(site, |options| {
        options.roots = vec![root(full.address())];
        options.max_tries = 1;
    });
    assert!(until(|| full.is_awaited()), "no connect is in progress");
    crawl
}

/// Accepts connections until one sends a request, answers it, and returns its first line.
fn answer_one(listener: TcpListener) -> JoinHandle<String> {
    let answer = |mut stream: TcpStream| {
        // In small pieces. An error means that the client has gone.
        let lines = BufReader::with_capacity(4096, &stream).lines().map_while(Result::ok);
        let first = lines.take_while(|line| !line.is_empty()).fold(None, |first, line| first.or(Some(line)));
        let _ = stream.write_all(b"HTTP/1.0 200 OK\r\nContent-Length: 0\r\n\r\n");
        first
    };
    thread::spawn(move || listener.incoming().flatten().find_map(answer).expect("a listener has no end"))
}

/// Asserts that the only page was fetched on the first try.
#[track_caller]
fn assert_is_fetched(report: &Report) {
    let fetched: Vec<_> = report.records.iter().map(|record| (kind(record), record.tries)).collect();
    assert_eq!(fetched, [("200".to_owned(), 1)]);
}

pub fn an_ipv6_address_is_a_host(stage: &Stage) {
    let site = Site::builder().page("/", Answer::links(["/a"])).bind((Ipv6Addr::LOCALHOST, 0)).start();
    // Not every machine has IPv6.
    let Ok(site) = site else { return };
    stage.crawl(&site, |_| {});
    assert_eq!(site.paths(), ["/", "/a"]);
}

/// There is the time of one try for both addresses. No system lets TCP connect to all hosts.
pub fn an_address_that_fails_or_drops_packets_leaves_time_for_the_next(stage: &Stage) {
    let full = Full::default();
    for first in [(Ipv4Addr::BROADCAST, 80).into(), full.address()] {
        let site = site([("/", page())]);
        let addresses = vec![first, site.address()];
        let options = Options { max_tries: 1, ..Options::new([named(&site, "site.test", "/")]) };
        let mut services = web::services(options);
        services.set_resolver(on_threads(move |_, _| Ok(addresses.clone())));
        assert_is_fetched(&stage.begin_with(&site, services).finish());
    }
}

/// After a second, the system repeats a connect that was not answered.
pub fn a_connect_in_progress_is_awaited(stage: &Stage) {
    let (site, full) = (site([]), Full::default());
    let crawl = begin_connecting(stage, &site, &full);
    answer_one(full.make_room());
    assert_is_fetched(&crawl.finish());
}

pub fn a_connect_in_progress_may_be_refused(stage: &Stage) {
    let (site, full) = (site([]), Full::default());
    let crawl = begin_connecting(stage, &site, &full);
    drop(full);
    let kinds: Vec<_> = crawl.finish().records.iter().map(kind).collect();
    assert_eq!(kinds, ["connect"]);
}

pub fn a_connect_in_progress_times_out(stage: &Stage) {
    let full = Full::default();
    let report = stage.crawl(&site([]), |options| {
        two_short_tries(options);
        options.roots = vec![root(full.address())];
    });
    assert_is_timeout(&report.records[0]);
    assert_eq!(report.records[0].error.as_ref().map(|error| error.phase), Some(Phase::Connecting));
}

pub fn a_large_request_is_written_in_parts(stage: &Stage) {
    let (listener, address) = listener();
    SockRef::from(&listener).set_recv_buffer_size(64 << 10).expect("a size that any system allows");
    let target: String = (0..LARGE / 8).map(|number| format!("/{number:07x}")).collect();
    let url = root(address).join(&target).expect("a path is a URL");
    let site = site([]);
    let crawl = stage.begin(&site, |options| options.roots = vec![url]);
    let request = answer_one(listener);
    assert_is_fetched(&crawl.finish());
    let request = request.join().expect("it answers");
    assert!(request == format!("GET {target} HTTP/1.0"), "{} bytes", request.len());
}
