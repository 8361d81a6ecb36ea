//! A server on a thread of its own, and what its clients do.

#![allow(dead_code, reason = "no file of tests uses all of it")]

use std::fs;
use std::io::{self, ErrorKind, Read, Write};
use std::net::{Ipv4Addr, Shutdown, SocketAddr, TcpStream};
use std::path::PathBuf;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::{self, sleep};
use std::time::{Duration, Instant};

use own::Echo;
use test_tools::patience::Patience;
use test_tools::process::raise_descriptors;
use test_tools::watchdog::watched_within;

/// How long nothing happens, and how often another client is served, before a client counts as stuck. An acknowledgement may be
/// delayed for 40 ms.
const STUCK: (Duration, u32) = (Duration::from_millis(60), 20);

/// The bytes after which a client should have been stuck: far more than any system keeps on a connection.
const TOO_MANY: usize = 32 << 20;

/// More bytes than a connection by `narrow` keeps on the way to the client, and less than on both ways and at the server.
pub const MUCH: usize = 128 << 10;

/// Runs a test, which may make no progress for two seconds.
#[track_caller]
pub fn test(hangs: &'static str, test: impl FnOnce() + Send + 'static) {
    watched_within(Duration::from_secs(2), test, || hangs.to_owned());
}

/// A server on a thread of its own, which drops it when this has gone and `run` has returned.
pub struct Server {
    pub address: SocketAddr,
    thread: PathBuf,
    turns: Sender<()>,
    results: Receiver<io::Result<()>>,
}

impl Server {
    /// Binds a server, and returns it with what `configure` returns.
    pub fn bind<T: Send + 'static>(configure: impl FnOnce(&mut Echo) -> T + Send + 'static) -> (Server, T) {
        let ((sender, bound), (turns, runs), (returns, results)) = (channel(), channel(), channel());
        thread::spawn(move || {
            // It is dropped after the server.
            let returns = returns;
            let mut echo = Echo::bind((Ipv4Addr::LOCALHOST, 0).into()).expect("loopback has a free port");
            let configured = configure(&mut echo);
            let thread = PathBuf::from("/proc").join(fs::read_link("/proc/thread-self").unwrap_or_default());
            let _ = sender.send((echo.address(), thread, configured));
            runs.iter().for_each(|()| drop(returns.send(echo.run())));
        });
        let (address, thread, configured) = bound.recv().expect("`bind` or what follows it panics");
        (Server { address, thread, turns, results }, configured)
    }

    /// Binds a server, and calls `run`.
    pub fn start(configure: impl FnOnce(&mut Echo) + Send + 'static) -> Server {
        let (server, ()) = Server::bind(configure);
        server.run();
        server
    }

    /// Calls `run`, and does not wait for it.
    pub fn run(&self) {
        self.turns.send(()).expect("`run` panics");
    }

    /// Waits until `run` returns, which must be Ok.
    #[track_caller]
    pub fn returned(&self) {
        let result = self.results.recv().expect("`run` panics");
        assert!(result.is_ok(), "the server was stopped, and `run` returns an error: {result:?}");
    }

    /// Drops the server, and waits until that is done.
    pub fn drop_echo(self) {
        drop(self.turns);
        let _dropped = self.results.recv();
    }

    /// Connects a client, and does not wait until it is accepted.
    pub fn client(&self) -> TcpStream {
        TcpStream::connect(self.address).expect("the server listens from `bind` on")
    }

    /// Connects a client that is served already.
    #[track_caller]
    pub fn served(&self) -> TcpStream {
        let mut client = self.client();
        ping(&mut client, "a client connects, and is not served");
        client
    }

    /// Connects a number of clients, or fewer if the system has not enough descriptors.
    pub fn crowd(&self, count: usize) -> Vec<TcpStream> {
        // Each client has one here and one at the server. Other tests have some, too.
        let count = count.min(usize::try_from(raise_descriptors() / 3).unwrap_or(count));
        // The listener's queue is short on some systems. The client that is served is the last one in it.
        (1..=count).map(|number| if number % 50 == 0 { self.served() } else { self.client() }).collect()
    }

    /// Returns the server's CPU time in milliseconds, and how often it has waited. Both are 0 if the system is not Linux.
    pub fn cost(&self) -> (f64, f64) {
        let number = |name, key| {
            let text = fs::read_to_string(self.thread.join(name)).ok()?;
            text.split_once(key)?.1.split_whitespace().next()?.parse().ok()
        };
        let nanoseconds: f64 = number("schedstat", "").unwrap_or(0.0);
        (nanoseconds / 1e6, number("status", "\nvoluntary_ctxt_switches:").unwrap_or(0.0))
    }

    /// Waits until the server rests for a moment: it takes no CPU, and does not look now and then whether something has come.
    pub fn rests(&self) {
        let rests = || {
            let (cpu, waits) = self.cost();
            Patience::of(Duration::from_millis(100)).wait(|tick| {
                sleep(tick / 10);
                None::<()>
            });
            self.cost().0 - cpu < 1.0 && self.cost().1 - waits < 5.0
        };
        while !rests() {}
    }
}

/// Returns bytes of which each four differ from all others.
pub fn bytes(count: usize) -> Vec<u8> {
    (0_u32..).flat_map(u32::to_be_bytes).take(count).collect()
}

/// Sends a few bytes, and expects them back.
#[track_caller]
pub fn ping(client: &mut TcpStream, why: &str) {
    let result = client.write_all(b"ping");
    assert!(result.is_ok(), "{why}: {result:?}");
    expect(client, b"ping", why);
}

/// Expects these bytes.
#[track_caller]
pub fn expect(client: &mut TcpStream, bytes: &[u8], why: &str) {
    for expected in bytes.chunks(1024) {
        let mut received = vec![0; expected.len()];
        let result = client.read_exact(&mut received);
        assert!(result.is_ok() && received == expected, "{why} ({result:?})");
    }
}

/// Expects the end of what the server sends.
#[track_caller]
pub fn expect_end(client: &mut TcpStream, why: &str) {
    let result = client.read(&mut [0; 16]);
    assert!(matches!(result, Ok(0)), "{why}: {result:?}");
}

/// Sends the first of [`bytes`], at most so many, until the server takes no more. Returns how many it took.
///
/// Meanwhile, another client is served again and again: so the server has done what it can.
#[track_caller]
pub fn fill(client: &mut TcpStream, other: &mut TcpStream, most: usize) -> usize {
    let bytes = bytes(most.min(TOO_MANY));
    let (mut sent, mut moved, mut served) = (0, Instant::now(), 0);
    client.set_nonblocking(true).unwrap();
    while sent < bytes.len() && (moved.elapsed() < STUCK.0 || served < STUCK.1) {
        match client.write(&bytes[sent..]) {
            Ok(count) => (sent, moved, served) = (sent + count, Instant::now(), 0),
            Err(error) if error.kind() == ErrorKind::WouldBlock => {
                ping(other, "a client takes nothing, and another one is closed");
                served += 1;
                sleep(Duration::from_micros(300));
            }
            Err(error) => panic!("a client sends and takes nothing, and is closed: {error}"),
        }
    }
    client.set_nonblocking(false).unwrap();
    assert!(
        sent < TOO_MANY,
        "a client has sent {sent} bytes and taken none: the server still reads, and its memory has no bound"
    );
    sent
}

/// Ends what the client sends.
pub fn half_close(client: &TcpStream) {
    client.shutdown(Shutdown::Write).expect("it is connected");
}
