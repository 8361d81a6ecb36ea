//! [`Proxy`]: a network between a worker and Redis, with faults.

use std::io::{ErrorKind, Read, Result, Write};
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::sync::{Arc, Mutex};
use std::thread::{sleep, spawn};
use std::time::Duration;

use socket2::SockRef;
use test_tools::process::free_port;

/// How often a thread looks at the mode.
const TICK: Duration = Duration::from_millis(10);

/// What the proxy does with bytes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Mode {
    /// Passes them on.
    Open,
    /// Passes so many of them on in a second, in each direction of each connection.
    Slow(usize),
    /// Keeps the connections and accepts new ones, but passes nothing on.
    Silent,
    /// Passes requests on, and no answers.
    Mute,
    /// Passes nothing on in the connections that there are. New ones work.
    Stale,
    /// Passes so many more bytes of answers on, resets their connection, and is open again.
    Cut(usize),
    /// Resets the connections, and refuses new ones.
    Refuse,
}

/// A proxy, which ends when it is dropped.
pub struct Proxy(Arc<Shared>);

struct Shared {
    ports: [u16; 2],
    /// The mode, and how many there were before it.
    mode: Mutex<(Mode, usize)>,
}

/// One direction of a connection, and the number of the mode in which it began.
struct Way {
    ends: Arc<[TcpStream; 2]>,
    has_answers: bool,
    began: usize,
}

impl Proxy {
    /// Starts a proxy to this port of loopback.
    pub fn to(port: u16) -> Proxy {
        let shared = Arc::new(Shared { ports: [free_port(), port], mode: Mutex::new((Mode::Open, 0)) });
        let (weak, mut listener) = (Arc::downgrade(&shared), Some(shared.listen()));
        spawn(move || {
            while let Some(shared) = weak.upgrade() {
                shared.accept(&mut listener);
            }
        });
        Proxy(shared)
    }

    /// Returns the URL of Redis behind it.
    pub fn url(&self) -> String {
        format!("redis://127.0.0.1:{}", self.0.ports[0])
    }

    /// Switches to another mode.
    pub fn set(&self, mode: Mode) {
        let mut now = self.0.mode.lock().unwrap();
        *now = (mode, now.1 + 1);
    }
}

impl Shared {
    fn listen(&self) -> TcpListener {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, self.ports[0])).expect("the port is free");
        listener.set_nonblocking(true).expect("any socket can be told so");
        listener
    }

    fn accept(self: &Arc<Shared>, listener: &mut Option<TcpListener>) {
        let (mode, began) = *self.mode.lock().unwrap();
        *listener = (mode != Mode::Refuse).then(|| listener.take().unwrap_or_else(|| self.listen()));
        let accepted = listener.as_ref().and_then(|listener| listener.accept().ok());
        let Some((client, _)) = accepted else { return sleep(TICK) };
        // If Redis is away, the client's connection ends.
        let Ok(redis) = TcpStream::connect((Ipv4Addr::LOCALHOST, self.ports[1])) else { return };
        for end in [&client, &redis] {
            end.set_nonblocking(false).and(end.set_read_timeout(Some(TICK))).expect("it is open");
        }
        let ends = Arc::new([client, redis]);
        for has_answers in [false, true] {
            let way = Way { ends: Arc::clone(&ends), has_answers, began };
            let weak = Arc::downgrade(self);
            spawn(move || {
                let (mut buffer, mut rest) = ([0; 16 * 1024], 0..0);
                // The other direction ends with this one.
                while let Some(shared) = weak.upgrade().filter(|_| Arc::strong_count(&way.ends) > 1)
                    && shared.pass(&way, &mut buffer, &mut rest).is_ok()
                {}
            });
        }
    }

    /// Passes bytes on, or reads some if there is no rest. An error is the end of the connection.
    fn pass(&self, way: &Way, buffer: &mut [u8], rest: &mut std::ops::Range<usize>) -> Result<()> {
        let [mut from, mut to] =
            [usize::from(way.has_answers), usize::from(!way.has_answers)].map(|end| &way.ends[end]);
        if rest.is_empty() {
            match from.read(buffer) {
                Ok(0) => return Err(ErrorKind::UnexpectedEof.into()),
                Err(error) if error.kind() == ErrorKind::WouldBlock => {}
                read => *rest = 0..read?,
            }
        }
        let mut mode = self.mode.lock().unwrap();
        let number = mode.1;
        let mut count = rest.len();
        let mut pause = Duration::ZERO;
        match &mut mode.0 {
            Mode::Slow(rate) => {
                count = count.min(*rate / 100 + 1);
                pause = Duration::from_secs_f64(count as f64 / *rate as f64);
            }
            Mode::Cut(left) if way.has_answers && *left > 0 => {
                count = count.min(*left);
                *left -= count;
            }
            Mode::Cut(0) | Mode::Refuse if way.has_answers => {
                if mode.0 != Mode::Refuse {
                    mode.0 = Mode::Open
                };
                // Closing resets then.
                [from, to].map(|end| SockRef::from(end).set_linger(Some(Duration::ZERO)));
                return Err(ErrorKind::ConnectionReset.into());
            }
            Mode::Silent => (count, pause) = (0, TICK),
            Mode::Mute if way.has_answers => (count, pause) = (0, TICK),
            Mode::Stale if way.began < number => (count, pause) = (0, TICK),
            _ => {}
        }
        drop(mode);
        to.write_all(&buffer[rest.start..rest.start + count])?;
        rest.start += count;
        Ok(sleep(pause))
    }
}
