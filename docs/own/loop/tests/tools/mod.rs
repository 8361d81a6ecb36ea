//! A server on a thread of its own, and what its clients do.

#![allow(dead_code, reason = "no file of tests uses all of it")]

use std::fs;
use std::io::{self, ErrorKind, Read, Write};
use std::net::{Ipv4Addr, TcpStream};
use std::net::{Shutdown, SocketAddr};
use std::ops::Sub;
use std::path::PathBuf;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;
use std::time::Duration;

use own::Echo;
use test_tools::patience::Patience;
use test_tools::watchdog::watched_within;

/// How long nothing happens before a client counts as stuck. It is longer than an acknowledgement may be delayed.
const STUCK: Duration = Duration::from_millis(60);

/// The bytes after which a client should have been stuck: far more than any system keeps on a connection.
const TOO_MANY: usize = 32 << 20;

/// Runs a test, which may make no progress for two seconds.
#[track_caller]
pub fn test(hangs: &'static str, test: impl FnOnce() + Send + 'static) {
    watched_within(Duration::from_secs(2), test, || hangs.to_owned());
}

/// A server on a thread of its own. It is dropped there, soon after this is.
pub struct Server {
    pub address: SocketAddr,
    thread: Option<PathBuf>,
    go: Sender<()>,
    results: Receiver<io::Result<()>>,
}

impl Server {
    /// Binds a server, and returns it with what `configure` returns.
    pub fn bind<T: Send + 'static>(configure: impl FnOnce(&mut Echo) -> T + Send + 'static) -> (Server, T) {
        let ((sender, bound), (go, turns), (ended, results)) = (channel(), channel(), channel());
        thread::spawn(move || {
            // Declared before the server, so it is dropped after it.
            let ended = ended;
            let mut echo = Echo::bind((Ipv4Addr::LOCALHOST, 0).into()).expect("loopback has a free port");
            let configured = configure(&mut echo);
            let _ = sender.send((echo.address(), fs::read_link("/proc/thread-self").ok(), configured));
            while turns.recv().is_ok() {
                let _ = ended.send(echo.run());
            }
        });
        let (address, thread, configured) = bound.recv().expect("`bind` or what follows it panics");
        let thread = thread.map(|link| PathBuf::from("/proc").join(link));
        (Server { address, thread, go, results }, configured)
    }

    /// Binds a server, and calls its `run`.
    pub fn start(configure: impl FnOnce(&mut Echo) + Send + 'static) -> Server {
        let (server, ()) = Server::bind(configure);
        server.run();
        server
    }

    /// Calls `run`, and does not wait for it.
    pub fn run(&self) {
        self.go.send(()).expect("the thread of the server has panicked");
    }

    /// Waits until `run` returns, which must be Ok.
    #[track_caller]
    pub fn returned(&self) {
        let result = self.results.recv().expect("`run` panics");
        assert!(result.is_ok(), "the server was stopped, and `run` returns an error: {result:?}");
    }

    /// Drops the server, and waits until that is done.
    pub fn drop_echo(self) {
        drop(self.go);
        assert!(self.results.recv().is_err(), "`run` was called once, and has returned twice");
    }

    /// Connects a client.
    #[track_caller]
    pub fn client(&self) -> TcpStream {
        TcpStream::connect(self.address).expect("the server listens from `bind` on")
    }

    /// Connects a client that is served already.
    #[track_caller]
    pub fn served(&self) -> TcpStream {
        let mut client = self.client();
        ping(&mut client, "a client that has just connected gets nothing back");
        client
    }

    /// Returns what the server's thread has cost until now: nothing, if the system does not tell as Linux does.
    pub fn cost(&self) -> Cost {
        let read = |name| fs::read_to_string(self.thread.as_ref()?.join(name)).ok();
        let cpu = read("schedstat").and_then(|text| text.split(' ').next()?.parse().ok());
        let status = read("status").unwrap_or_default();
        let waits = status.lines().find_map(|line| line.strip_prefix("voluntary_ctxt_switches:"));
        let waits = waits.and_then(|number| number.trim().parse().ok());
        Cost { cpu: Duration::from_nanos(cpu.unwrap_or_default()), waits: waits.unwrap_or_default() }
    }

    /// Waits until the server rests: it takes no processor for a moment, nor does it look now and then whether something has come.
    pub fn rests(&self) {
        loop {
            let before = self.cost();
            Patience::of(Duration::from_millis(100)).wait(|_| {
                thread::sleep(Duration::from_millis(5));
                None::<()>
            });
            let cost = self.cost() - before;
            if cost.cpu < Duration::from_millis(10) && cost.waits < 5 {
                return;
            }
        }
    }
}

/// What a thread has cost: its time on a processor, and how often it has waited.
#[derive(Clone, Copy, Debug)]
pub struct Cost {
    pub cpu: Duration,
    pub waits: u64,
}

impl Sub for Cost {
    type Output = Cost;

    fn sub(self, before: Cost) -> Cost {
        Cost { cpu: self.cpu - before.cpu, waits: self.waits - before.waits }
    }
}

/// Returns bytes in which each four differ from all others.
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
    let mut received = vec![0; bytes.len()];
    let result = client.read_exact(&mut received);
    assert!(result.is_ok(), "{why}: {result:?}");
    let wrong = received.iter().zip(bytes).position(|(received, sent)| received != sent);
    assert_eq!(wrong, None, "{why}: of {} bytes, the one at this place is wrong (left)", bytes.len());
}

/// Expects the end, and no byte before it.
#[track_caller]
pub fn expect_end(client: &mut TcpStream, why: &str) {
    let result = client.read(&mut [0; 16]);
    assert!(matches!(result, Ok(0)), "{why}: {result:?}");
}

/// Returns whether the server has closed the connection. Bytes that have come before are lost.
pub fn is_closed(client: &mut TcpStream) -> bool {
    client
        .read_to_end(&mut Vec::new())
        .map_or_else(|error| error.kind() == ErrorKind::ConnectionReset, |_| true)
}

/// Sends the first of [`bytes`], up to `most`, until the server takes no more. Returns how many it took.
///
/// Meanwhile, another client is served again and again: so the server has done what it can.
#[track_caller]
pub fn fill(client: &mut TcpStream, other: &mut TcpStream, most: usize) -> usize {
    let bytes = bytes(most.min(TOO_MANY));
    let (mut sent, mut stuck) = (0, Patience::of(STUCK));
    client.set_nonblocking(true).unwrap();
    while sent < bytes.len() && !stuck.is_over() {
        match client.write(&bytes[sent..]) {
            Ok(count) => {
                sent += count;
                stuck = Patience::of(STUCK);
            }
            Err(error) if error.kind() == ErrorKind::WouldBlock => {
                ping(other, "a client takes nothing, and another one is not served");
                thread::sleep(Duration::from_micros(100));
            }
            Err(error) => panic!("a client sends and takes nothing, and loses its connection: {error}"),
        }
    }
    client.set_nonblocking(false).unwrap();
    assert!(
        sent < TOO_MANY,
        "a client has sent {sent} bytes and taken none, and the server still reads: its memory has no bound"
    );
    sent
}

/// Ends the direction to the server.
pub fn half_close(client: &TcpStream) {
    client.shutdown(Shutdown::Write).expect("it is connected");
}
