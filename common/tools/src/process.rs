//! [`Process`]: a program in a process of its own.

use std::fs::{self, File};
use std::io::Read;
use std::net::{Ipv4Addr, SocketAddr, TcpListener, TcpStream};
use std::path::Path;
use std::process::{self, Child, Command, Stdio};
use std::sync::atomic::{AtomicU16, Ordering};
use std::sync::mpsc::{Receiver, channel};
use std::thread::{self, sleep};
use std::time::Duration;

use crate::patience::{Patience, TICK};

/// How long a server may take to start: one in Python takes seconds.
const START: Duration = Duration::from_secs(60);

/// A process, which is killed when it is dropped.
#[derive(Debug)]
pub struct Process(pub Child);

impl Drop for Process {
    fn drop(&mut self) {
        // An error means that it has ended.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Reads an output to its end, in a thread of its own.
pub fn read(mut from: impl Read + Send + 'static) -> Receiver<String> {
    let (sender, receiver) = channel();
    thread::spawn(move || {
        let mut bytes = Vec::new();
        // An error of a pipe is its end. If the test has failed meanwhile, nothing receives the output.
        let _ = from.read_to_end(&mut bytes);
        let _ = sender.send(String::from_utf8_lossy(&bytes).into_owned());
    });
    receiver
}

/// Starts a server, and returns when it listens at `addresses`. It writes to `log` what it says.
pub fn serving(mut command: Command, addresses: &[SocketAddr], log: &Path) -> Process {
    let out = File::create(log).expect("a log");
    let err = out.try_clone().expect("a second descriptor");
    command.stdin(Stdio::null()).stdout(out).stderr(err);
    let process = Process(command.spawn().unwrap_or_else(|error| panic!("{command:?}: {error}")));
    let mut patience = Patience::of(START);
    while !addresses.iter().all(|address| TcpStream::connect(address).is_ok()) {
        assert!(!patience.is_over(), "{command:?}: {}", fs::read_to_string(log).unwrap_or_default());
        sleep(TICK / 10);
    }
    process
}

/// Raises the number of descriptors that this process may have as far as the system allows. Returns the number.
pub fn raise_descriptors() -> u64 {
    #[cfg(unix)]
    {
        use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

        let maximum = getrlimit(Resource::Nofile).maximum;
        // A system may refuse. The limit stays then.
        let _ = setrlimit(Resource::Nofile, Rlimit { current: maximum, maximum });
        getrlimit(Resource::Nofile).current.unwrap_or(u64::MAX)
    }
    #[cfg(not(unix))]
    u64::MAX
}

/// Lets this process, and all tests in it, open only so many more descriptors.
#[cfg(unix)]
pub fn leave_descriptors(more: u64) {
    use rustix::fd::AsRawFd;
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

    raise_descriptors();
    // The system gives the least number that is free.
    let next = File::open("/dev/null").expect("a descriptor is left").as_raw_fd().unsigned_abs();
    let limit = Rlimit { current: Some(u64::from(next) + more), ..getrlimit(Resource::Nofile) };
    setrlimit(Resource::Nofile, limit).expect("a lower limit is allowed");
}

/// Returns how many descriptors this process has open. Some systems do not list them.
pub fn open_descriptors() -> usize {
    fs::read_dir("/dev/fd").map_or(0, Iterator::count)
}

/// Returns a port of loopback that is free, and that no other call in this process returns.
///
/// It is below the ports that the system gives to clients, so it stays free until the server is there.
pub fn free_port() -> u16 {
    static CALLS: AtomicU16 = AtomicU16::new(0);
    // Another run of the tests begins elsewhere: far away, even if its process has one of the next numbers.
    let first = (process::id() % 10_000 * 6_181 % 10_000) as u16;
    let is_free = |port: &u16| TcpListener::bind((Ipv4Addr::LOCALHOST, *port)).is_ok();
    let mut ports = (0..10_000).map(|_| 20_000 + (first + CALLS.fetch_add(1, Ordering::Relaxed)) % 10_000);
    ports.find(is_free).expect("one of 10,000 ports is free")
}
