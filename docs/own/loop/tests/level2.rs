//! Level 2: clients that are idle.

mod tools;

use std::io::{ErrorKind, Read, Write};
use std::net::TcpStream;
use std::thread::{self, sleep};
use std::time::{Duration, Instant};

use test_tools::socket::narrow;
use tools::{Server, ping, test};

const LIMIT: Duration = Duration::from_millis(300);

fn limited(limit: Duration) -> Server {
    Server::start(move |echo| echo.idle_limit(limit))
}

/// Waits until a client is closed, which may not be before the limit is over.
#[track_caller]
fn closed_after(client: &mut TcpStream, last_byte: Instant) {
    let _closed = client.read_to_end(&mut Vec::new());
    assert_is_late_enough(last_byte);
}

#[track_caller]
fn assert_is_late_enough(last_byte: Instant) {
    let idle = last_byte.elapsed();
    assert!(
        idle >= LIMIT,
        "a client was closed {idle:?} after its last byte, the limit is {LIMIT:?}: each byte that comes or goes moves its deadline"
    );
}

/// Connects a client that sends and takes bytes for two limits. Returns it with the time of the last ones.
fn busy_client(server: &Server) -> (Instant, TcpStream) {
    let (mut client, start, mut last_byte) = (server.client(), Instant::now(), Instant::now());
    while start.elapsed() < 2 * LIMIT {
        let now = Instant::now();
        if client.write_all(b"busy").and_then(|()| client.read_exact(&mut [0; 4])).is_err() {
            assert_is_late_enough(last_byte);
            // This machine let it be idle for so long.
            return busy_client(server);
        }
        last_byte = now;
    }
    (last_byte, client)
}

#[test]
fn a_client_without_a_byte_is_closed_after_the_limit() {
    let hangs = "a client has connected and is silent, the limit is over, and it is not closed: only a timeout of `poll` ends \
        this wait";
    test(hangs, || {
        let server = limited(LIMIT);
        let now = Instant::now();
        closed_after(&mut server.client(), now);
    });
}

#[test]
fn a_busy_client_stays_while_an_idle_one_is_closed() {
    test("a client was busy, is idle now, and is not closed after the limit", || {
        let server = limited(LIMIT);
        let (now, mut idle) = (Instant::now(), server.client());
        let (last_byte, mut busy) = busy_client(&server);
        closed_after(&mut idle, now);
        closed_after(&mut busy, last_byte);
    });
}

#[test]
fn a_client_that_takes_nothing_is_idle() {
    let hangs = "a client takes nothing, so that no byte comes or goes, and it is not closed after the limit: unsent bytes do not \
        keep it open";
    test(hangs, || {
        let server = limited(LIMIT);
        let mut client = narrow(server.address);
        client.set_nonblocking(true).unwrap();
        let would_block = |error: std::io::Error| error.kind() == ErrorKind::WouldBlock;
        while client.write(&[0; 4096]).map_or_else(would_block, |_| true) {
            sleep(Duration::from_micros(100));
        }
    });
}

#[test]
fn the_wait_for_a_limit_takes_no_cpu() {
    test("a client was busy, is idle now, and is not closed after the limit", || {
        let server = limited(LIMIT);
        // Its first deadline is over, and another one is not.
        let (_, mut client) = busy_client(&server);
        let before = server.cost();
        let _closed = client.read_to_end(&mut Vec::new());
        let (cpu, waits) = (server.cost().0 - before.0, server.cost().1 - before.1);
        assert!(
            cpu < 5.0 && waits < 20.0,
            "a client is idle for {LIMIT:?}, and the server computes for {cpu} ms and waits {waits} times: wait until its deadline, \
            and let no earlier one stay"
        );
    });
}

#[test]
fn idle_clients_cost_the_others_nothing() {
    test("of up to 5,000 clients, some are not served", || {
        let mut servers = [(); 2].map(|()| limited(Duration::from_secs(3600)));
        let mut clients = [&servers[0], &servers[1]].map(Server::served);
        let idle = servers[1].crowd(5000);
        let [mut alone, mut among_them] = [f64::MAX; 2];
        // The same work costs more or less with the processors on which the threads are: the least of many.
        for _ in 0..40 {
            let (servers, clients) = (&mut servers, &mut clients);
            let measure = move || [0, 1].map(|at| cost(&servers[at], &mut clients[at]));
            let costs = thread::scope(|scope| scope.spawn(measure).join()).expect("both clients are served");
            (alone, among_them) = (alone.min(costs[0]), among_them.min(costs[1]));
        }
        assert!(
            among_them <= 2.0 * alone,
            "30 messages of a client cost its server {alone} ms, and {among_them} ms another one with {} idle clients: do not look \
            at all deadlines, but keep them in order",
            idle.len()
        );
    });
}

/// Returns the CPU time that 30 messages of a client cost its server.
fn cost(server: &Server, client: &mut TcpStream) -> f64 {
    // The system counts the time when the server waits again.
    let cpu = || {
        sleep(Duration::from_millis(2));
        server.cost().0
    };
    let before = cpu();
    (0..30).for_each(|_| ping(client, "a client is served, and then it is not"));
    cpu() - before
}

#[test]
fn a_limit_may_be_as_long_as_a_duration() {
    let why = "the limit is `Duration::MAX`, and a client is not served: no clock counts so far";
    test(why, move || {
        let server = limited(Duration::MAX);
        let mut client = server.client();
        ping(&mut client, why);
        server.rests();
        ping(&mut client, why);
    });
}
