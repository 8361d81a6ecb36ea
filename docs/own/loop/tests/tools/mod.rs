//! A server, and what its clients do. Each wait for a server has a limit, so none of them hangs.

#![allow(dead_code, reason = "no file of tests uses all of it")]

use std::fs::{self, File};
use std::io::{self, ErrorKind, Read, Seek, Write};
use std::net::{Ipv4Addr, SocketAddr, TcpStream};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::thread::{self, sleep};
use std::{path::Path, sync::mpsc::channel, time::Duration};

use own::Echo;
use test_tools::patience::{Patience, TICK};
use test_tools::{process::raise_descriptors, watchdog::BRIEF};

/// More bytes than a connection by `narrow` keeps on the way to the client. Both ways and the server keep more.
pub const MUCH: usize = 128 << 10;

/// A server, as its clients know it.
pub struct Server {
    pub address: SocketAddr,
    /// What the system says of its thread. It is open, because a test may use up all descriptors.
    thread: Option<File>,
}

impl Server {
    /// Binds a server that will run on this thread.
    pub fn bind() -> (Server, Echo) {
        let echo = Echo::bind((Ipv4Addr::LOCALHOST, 0).into()).expect("loopback has a free port");
        let thread = Path::new("/proc").join(fs::read_link("/proc/thread-self").unwrap_or_default());
        let (address, thread) = (echo.address(), File::open(thread.join("schedstat")).ok());
        let why = "`bind` was given port 0, for any that is free, and `address` returns that: ask the listener for the real one";
        assert_ne!(address.port(), 0, "{why}");
        (Server { address, thread }, echo)
    }

    /// Runs a server on a thread of its own. Returns it with what `first` returns, which is called before `run`.
    /// If `run` ends, the process does, too, and says so first.
    pub fn start<T: Send + 'static>(first: fn(&mut Echo, &Server) -> T) -> (T, Server) {
        let (sender, receiver) = channel();
        let test = thread::current().name().unwrap_or("a test").to_owned();
        thread::spawn(move || {
            let (server, mut echo) = Server::bind();
            let _ = sender.send((first(&mut echo, &server), server));
            let ended = catch_unwind(AssertUnwindSafe(|| echo.run()));
            let _ = writeln!(io::stderr(), "\n{test}: `run` has ended, and the server must go on: {ended:?}");
            std::process::exit(101);
        });
        receiver.recv().expect("`bind` or what follows it panics")
    }

    /// Connects a client, and does not wait until it is accepted.
    pub fn client(&self) -> TcpStream {
        TcpStream::connect(self.address).expect("the server listens from `bind` on")
    }

    /// Connects a client that is served already.
    pub fn served(&self) -> TcpStream {
        let mut client = self.client();
        ping(&mut client, "a client connects, and is not served");
        client
    }

    /// Connects a client that sends and reads without end.
    pub fn flood(&self) -> TcpStream {
        let client = self.client();
        let [mut sends, mut reads] = [(); 2].map(|()| client.try_clone().unwrap());
        thread::spawn(move || while sends.write_all(&[0; 64 << 10]).is_ok() {});
        thread::spawn(move || io::copy(&mut reads, &mut io::sink()));
        client
    }

    /// Connects a number of clients, or fewer if the system has not enough descriptors.
    pub fn crowd(&self, count: usize) -> Vec<TcpStream> {
        // Each client has one here and one at the server. Other tests have some, too.
        let count = count.min(usize::try_from(raise_descriptors() / 3).unwrap_or(count));
        let connect = |number| {
            let mut client = self.client();
            // The listener's queue is short on some systems. The client that is served is the last one in it.
            if number % 50 == 0 {
                let why =
                    "many clients are connected, and the next one is not served: their number has no limit";
                ping(&mut client, why);
            }
            client
        };
        (1..=count).map(connect).collect()
    }

    /// Returns the milliseconds of CPU time that the server takes during `work`, how often it is given a processor, and the
    /// milliseconds in which it waits for one. All are 0 if the system is not Linux.
    pub fn cost(&self, work: impl FnOnce()) -> [f64; 3] {
        let counts = || {
            // The system counts the time when the server waits again.
            sleep(Duration::from_millis(2));
            let mut text = String::new();
            let read = |mut file: &File| file.rewind().and_then(|()| file.read_to_string(&mut text));
            let _ = self.thread.as_ref().map(read);
            let number = |at| text.split_whitespace().nth(at).and_then(|number| number.parse().ok());
            [0, 2, 1].map(|at| number(at).unwrap_or(0.0))
        };
        let (before, (), after) = (counts(), work(), counts());
        [(after[0] - before[0]) / 1e6, after[1] - before[1], (after[2] - before[2]) / 1e6]
    }

    /// Expects that the server rests for a moment: it takes no CPU, does not look now and then, and on a busy machine, it does
    /// not wait for its turn to do so.
    pub fn rests(&self, why: &str) {
        let rests =
            |tick| Some(self.cost(|| sleep(3 * tick))).filter(|cost| cost.iter().all(|cost| *cost < 1.0));
        assert!(Patience::of(BRIEF).wait(rests).is_some(), "{why}");
    }
}

/// Returns bytes of which each four differ from all others.
pub fn bytes(count: usize) -> Vec<u8> {
    (0_u32..).flat_map(u32::to_be_bytes).take(count).collect()
}

/// Receives so many bytes, or all up to the end. Returns them, and how that has ended: `None` if no more come.
pub fn receive(client: &mut TcpStream, most: usize) -> (Vec<u8>, Option<io::Result<usize>>) {
    let mut received = Vec::new();
    client.set_read_timeout(Some(TICK)).unwrap();
    let ended = Patience::of(BRIEF).wait(|_| {
        let result = client.take((most - received.len()) as u64).read_to_end(&mut received);
        Some(result).filter(|result| !matches!(result, Err(error) if error.kind() == ErrorKind::WouldBlock))
    });
    (received, ended)
}

/// Expects these bytes.
#[track_caller]
pub fn expect(client: &mut TcpStream, bytes: &[u8], why: &str) {
    let (received, ended) = receive(client, bytes.len());
    all_are_own(&received, bytes);
    assert!(received.len() == bytes.len(), "{why} ({ended:?})");
}

/// Expects that what a client received is what it sent, as far as it goes.
#[track_caller]
pub fn all_are_own(received: &[u8], sent: &[u8]) {
    let other = received.iter().zip(sent).position(|(received, sent)| received != sent);
    let why = "a client got back another byte than it sent: bytes are no text, and each client has its own";
    assert!(other.is_none(), "{why} (at place {})", other.unwrap_or_default());
}

/// Sends a few bytes, and expects them back.
#[track_caller]
pub fn ping(client: &mut TcpStream, why: &str) {
    let sent = client.write_all(b"ping");
    assert!(sent.is_ok(), "{why} ({sent:?})");
    expect(client, b"ping", why);
}

/// Sends the first of [`bytes`], at most so many, until the server takes no more. Returns how many it took.
pub fn fill(client: &mut TcpStream, other: &mut TcpStream, most: usize) -> usize {
    let (bytes, mut sent) = (bytes(most.min(32 << 20)), 0);
    // The system keeps far less on a connection, and may delay an acknowledgement for 40 ms.
    client.set_write_timeout(Some(Duration::from_millis(60))).unwrap();
    while let Ok(count @ 1..) = client.write(&bytes[sent..]) {
        sent += count;
    }
    let why = "a client has sent 32 MiB and taken none: the server still reads, and its memory has no bound";
    assert!(sent < 32 << 20, "{why}");
    let why = "a client does not read, and another is not served: a write that would block must not keep the thread";
    ping(other, why);
    sent
}
