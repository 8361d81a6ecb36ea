//! [`Proxy`]: a network between a worker and Redis, with faults.

use std::io::{ErrorKind, Read, Result, Write};
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::sync::atomic::{AtomicU16, Ordering::Relaxed};
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
    /// Passes them on after this time.
    Late(Duration),
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
    /// What was read and not passed on yet.
    rest: Vec<u8>,
}

impl Proxy {
    /// Starts a proxy to this port of loopback.
    pub fn to(port: u16) -> Arc<Proxy> {
        Proxy::losing(port, |_| false)
    }

    /// Starts a proxy that loses the parts of answers for which `loses` returns true, and resets their connections.
    pub fn losing(port: u16, loses: impl Fn(&[u8]) -> bool + Send + Sync + 'static) -> Arc<Proxy> {
        let (mode, loses) = (Mutex::new((Mode::Open, 0)), Box::new(loses));
        let proxy = Arc::new(Proxy { port: free_port(), to: port.into(), mode, loses });
        let (accepting, mut listener) = (Arc::clone(&proxy), Some(proxy.listen()));
        spawn(move || {
            loop {
                accepting.accept(&mut listener);
            }
        });
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

    fn listen(&self) -> TcpListener {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, self.port)).unwrap();
        listener.set_nonblocking(true).unwrap();
        listener
    }

    fn accept(self: &Arc<Proxy>, listener: &mut Option<TcpListener>) {
        let (mode, began) = *self.mode.lock().unwrap();
        *listener = (mode != Mode::Refuse).then(|| listener.take().unwrap_or_else(|| self.listen()));
        let accepted = listener.as_ref().and_then(|listener| listener.accept().ok());
        let Some((client, _)) = accepted else { return sleep(TICK) };
        // If Redis is away, the client's connection ends.
        let Ok(redis) = TcpStream::connect((Ipv4Addr::LOCALHOST, self.to.load(Relaxed))) else { return };
        client.set_nonblocking(false).unwrap();
        let ends = Arc::new([client, redis]);
        for has_answers in [false, true] {
            let mut way = Way { ends: Arc::clone(&ends), has_answers, began, rest: Vec::new() };
            let proxy = Arc::clone(self);
            // The other direction ends with this one.
            spawn(move || while proxy.pass(&mut way).is_ok() && Arc::strong_count(&way.ends) > 1 {});
        }
    }

    /// Passes bytes on, or reads some if there is no rest. An error is the end of the connection.
    fn pass(&self, way: &mut Way) -> Result<()> {
        let (from, to) = (usize::from(way.has_answers), usize::from(!way.has_answers));
        let [mut from, mut to] = [from, to].map(|end| &way.ends[end]);
        if way.rest.is_empty() {
            let mut buffer = [0; 16 * 1024];
            from.set_read_timeout(Some(TICK))?;
            match from.read(&mut buffer) {
                Ok(0) => return Err(ErrorKind::UnexpectedEof.into()),
                Err(error) if error.kind() == ErrorKind::WouldBlock => {}
                read => way.rest.extend(&buffer[..read?]),
            }
            if way.has_answers && !way.rest.is_empty() && (self.loses)(&way.rest) {
                return Err(ErrorKind::ConnectionReset.into());
            }
        }
        let (count, pause) = self.allow(way).inspect_err(|_| {
            // Closing resets then.
            [from, to].iter().for_each(|end| _ = SockRef::from(*end).set_linger(Some(Duration::ZERO)));
        })?;
        sleep(pause);
        to.write_all(&way.rest[..count])?;
        way.rest.drain(..count);
        Ok(())
    }

    /// Returns how many bytes may pass, and the pause before them; or an error if the connection is to be reset.
    fn allow(&self, way: &Way) -> Result<(usize, Duration)> {
        let mut now = self.mode.lock().unwrap();
        let (all, number) = (way.rest.len(), now.1);
        match &mut now.0 {
            Mode::Slow(rate) => {
                let count = all.min(*rate / 100 + 1);
                return Ok((count, Duration::from_secs_f64(count as f64 / *rate as f64)));
            }
            Mode::Late(pause) if all > 0 => return Ok((all, *pause)),
            Mode::Silent => return Ok((0, TICK)),
            Mode::Mute if way.has_answers => return Ok((0, TICK)),
            Mode::Stale if way.began < number => return Ok((0, TICK)),
            Mode::Cut(left) if way.has_answers && *left > 0 => {
                let count = all.min(*left);
                *left -= count;
                return Ok((count, Duration::ZERO));
            }
            Mode::Cut(_) if way.has_answers => now.0 = Mode::Open,
            Mode::Refuse => {}
            _ => return Ok((all, Duration::ZERO)),
        }
        Err(ErrorKind::ConnectionReset.into())
    }
}
