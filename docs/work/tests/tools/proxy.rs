//! [`Proxy`]: a network between a worker and Redis, with faults.

use std::io::{ErrorKind, Read, Result, Write};
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::sync::atomic::{AtomicU16, Ordering::Relaxed};
use std::sync::{Arc, Mutex};
use std::thread::{sleep, spawn};
use std::time::Duration;

use socket2::SockRef;

/// How often a thread looks at the mode.
const TICK: Duration = Duration::from_millis(10);

/// What the proxy does with bytes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Mode {
    /// Passes them on.
    Open,
    /// Passes so many of them on in a second, in each direction of each connection.
    Slow(usize),
    /// Passes them on after this time.
    Late(Duration),
    /// Keeps the connections and accepts new ones, but passes nothing on.
    Silent,
    /// Passes requests on, and no answers.
    Mute,
    /// Passes nothing on in the connections that there are. New ones work.
    Stale,
    /// Passes so many bytes of the next answer on, resets its connection, and is open again.
    Cut(usize),
}

/// A proxy. Its threads end with the process.
pub struct Proxy {
    /// Where it listens.
    pub port: u16,
    /// The port that it leads to.
    to: AtomicU16,
    /// The mode, and how many there were before it.
    mode: Mutex<(Mode, usize)>,
    /// Returns whether this part of an answer is lost, and its connection with it.
    loses: Loses,
}

type Loses = Box<dyn Fn(&[u8]) -> bool + Send + Sync>;

/// One direction of a connection, and the number of the mode in which it began.
struct Way {
    ends: Arc<[TcpStream; 2]>,
    has_answers: bool,
    began: usize,
}

impl Proxy {
    /// Starts a proxy to this port of loopback.
    pub fn to(port: u16) -> Arc<Proxy> {
        Proxy::losing(port, |_| false)
    }

    /// Starts a proxy that loses the parts of answers for which `loses` returns true, and resets their connections.
    pub fn losing(port: u16, loses: impl Fn(&[u8]) -> bool + Send + Sync + 'static) -> Arc<Proxy> {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
        let (mode, loses) = (Mutex::new((Mode::Open, 0)), Box::new(loses));
        let of_listener = listener.local_addr().unwrap().port();
        let proxy = Arc::new(Proxy { port: of_listener, to: port.into(), mode, loses });
        let accepting = Arc::clone(&proxy);
        spawn(move || listener.incoming().flatten().for_each(|client| accepting.connect(client)));
        proxy
    }

    /// Returns the URL of Redis behind it.
    pub fn url(&self) -> String {
        format!("redis://127.0.0.1:{}", self.port)
    }

    /// Switches to another mode.
    pub fn set(&self, mode: Mode) {
        let mut now = self.mode.lock().unwrap();
        *now = (mode, now.1 + 1);
    }

    /// Leads further connections to another port.
    pub fn lead_to(&self, port: u16) {
        self.to.store(port, Relaxed);
    }

    fn connect(self: &Arc<Proxy>, client: TcpStream) {
        // If Redis is away, the client's connection ends.
        let Ok(redis) = TcpStream::connect((Ipv4Addr::LOCALHOST, self.to.load(Relaxed))) else { return };
        let (ends, began) = (Arc::new([client, redis]), self.mode.lock().unwrap().1);
        for has_answers in [false, true] {
            let way = Way { ends: Arc::clone(&ends), has_answers, began };
            let proxy = Arc::clone(self);
            // The other direction ends with this one.
            spawn(move || while proxy.pass(&way).is_ok() && Arc::strong_count(&way.ends) > 1 {});
        }
    }

    /// Passes some bytes on. An error is the end of the connection.
    fn pass(&self, way: &Way) -> Result<()> {
        let [mut from, mut to] = [way.has_answers, !way.has_answers].map(|end| &way.ends[usize::from(end)]);
        let (mode, number) = *self.mode.lock().unwrap();
        let most = match mode {
            Mode::Silent => 0,
            Mode::Mute if way.has_answers => 0,
            Mode::Stale if way.began < number => 0,
            Mode::Slow(rate) => rate / 100 + 1,
            _ => 16 * 1024,
        };
        if most == 0 {
            sleep(TICK);
            return Ok(());
        }
        let mut buffer = vec![0; most];
        from.set_read_timeout(Some(TICK))?;
        let bytes = match from.read(&mut buffer) {
            Ok(0) => return Err(ErrorKind::UnexpectedEof.into()),
            Err(error) if error.kind() == ErrorKind::WouldBlock => return Ok(()),
            read => &buffer[..read?],
        };
        let cut = match mode {
            _ if !way.has_answers => None,
            Mode::Cut(left) => Some(left),
            _ => (self.loses)(bytes).then_some(0),
        };
        if let Some(left) = cut {
            self.set(Mode::Open);
            to.write_all(&bytes[..left.min(bytes.len())])?;
            // Closing resets then.
            [from, to].iter().try_for_each(|end| SockRef::from(*end).set_linger(Some(Duration::ZERO)))?;
            return Err(ErrorKind::ConnectionReset.into());
        }
        sleep(match mode {
            Mode::Slow(rate) => Duration::from_secs_f64(bytes.len() as f64 / rate as f64),
            Mode::Late(pause) => pause,
            _ => Duration::ZERO,
        });
        to.write_all(bytes)
    }
}
