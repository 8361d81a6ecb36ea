//! Level 2: clients that are idle.

mod tools;

use std::io::{Read, Write};
use std::net::{Shutdown, TcpStream};
use std::time::{Duration, Instant};

use test_tools::socket::narrow;
use test_tools::watchdog::{BRIEF, returning_within};
use tools::{Server, ping, receive};

const LIMIT: Duration = Duration::from_millis(300);

/// Waits until a client is closed, which may not be before the limit is over.
fn closed(last_byte: Instant, client: &mut TcpStream, why: &str) {
    assert!(receive(client, usize::MAX).1.is_some(), "{why}");
    let idle = last_byte.elapsed();
    let why = "a client was closed before the limit was over: a byte that comes or goes moves its deadline";
    assert!(idle >= LIMIT, "{why} ({idle:?} after its last byte, the limit is {LIMIT:?})");
}

/// Connects a client that sends and takes bytes for two limits. Returns it with the time of the last ones.
fn busy_client(server: &Server) -> (TcpStream, Instant) {
    let (start, mut last_byte, mut client) = (Instant::now(), Instant::now(), server.client());
    while start.elapsed() < 2 * LIMIT {
        let now = Instant::now();
        if client.write_all(b"busy").and_then(|()| client.read_exact(&mut [0; 4])).is_err() {
            closed(last_byte, &mut client, "a client was closed, and its stream is open");
            // This machine let it be idle for so long.
            return busy_client(server);
        }
        last_byte = now;
    }
    (client, last_byte)
}

#[test]
fn a_client_is_closed_when_no_byte_has_come_or_gone_for_the_limit() {
    let ((), server) = Server::start(|echo, _| echo.idle_limit(LIMIT));
    let why = "a client is silent, the limit is over, and it is not closed: only a timeout of `poll` ends this wait";
    closed(Instant::now(), &mut server.client(), why);
    let (now, mut idle) = (Instant::now(), server.client());
    // Its first deadline is over, and another one is not.
    let (mut busy, last_byte) = busy_client(&server);
    let why = "a client is idle, another one is busy, and the idle one is not closed after the limit";
    closed(now, &mut idle, why);
    let why = "a client was busy, is idle now, and is not closed after the limit";
    let [cpu, turns, _] = server.cost(|| closed(last_byte, &mut busy, why));
    let why = "a client is idle, and the server does not rest: wait until its deadline, and let no earlier one stay";
    assert!(cpu < 5.0 && turns < 8.0, "{why} ({turns} times, for {cpu} ms together, in {LIMIT:?})");
    let why = "a client takes nothing, no byte comes or goes, and it is not closed: unsent bytes do not keep it open";
    let written = returning_within(BRIEF, why, || narrow(server.address).write_all(&vec![0; 32 << 20]));
    assert!(written.is_err(), "a client takes nothing, and the server reads all that it sends");
    let (now, mut idle) = (Instant::now(), server.client());
    let floods = [(); 8].map(|()| server.flood());
    let why =
        "a client is idle, others send without end, and it is not closed: look at the clock in each turn";
    closed(now, &mut idle, why);
    floods.iter().for_each(|flood| flood.shutdown(Shutdown::Both).unwrap_or_default());
    let ((), server) = Server::start(|echo, _| echo.idle_limit(Duration::MAX));
    let why = "the limit is `Duration::MAX`, and a client is not served: no clock counts so far";
    ping(&mut server.client(), why);
    server.rests("the limit is `Duration::MAX`, and the server does not rest");
}

#[test]
fn idle_clients_cost_the_others_nothing() {
    let ((), server) = Server::start(|echo, _| echo.idle_limit(Duration::from_secs(3600)));
    let mut client = server.served();
    // The same work costs more or less with the processors on which the threads are: the least of many.
    let mut least = || {
        let mut work = || (0..30).for_each(|_| ping(&mut client, "a client is served, and then it is not"));
        (0..40).map(|_| server.cost(&mut work)[0]).fold(f64::MAX, f64::min)
    };
    let (alone, idle, among) = (least(), server.crowd(5000), least());
    let why = "a message costs more with idle clients: do not look at all deadlines, but keep them in order";
    assert!(among <= 2.0 * alone, "{why} (30 cost {alone} ms, and {among} ms with {})", idle.len());
}
