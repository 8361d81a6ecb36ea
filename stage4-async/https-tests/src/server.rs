//! [`Server`]: a server over TLS, a thread for each connection.

use std::io::{self, BufRead, BufReader, Write};
use std::net::{Ipv4Addr, SocketAddr, TcpListener, TcpStream};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use futures_rustls::rustls::{HandshakeKind, ServerConfig, ServerConnection, StreamOwned};
use url::Url;

/// How an answer ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// The connection stays open.
    Kept,
    /// TLS is ended, and then TCP.
    Closed,
    /// TCP is ended, and TLS is not.
    CutOff,
}

/// What a server has seen.
#[derive(Clone, Debug, Default)]
pub struct Seen {
    /// The paths that were asked for, in their order.
    pub paths: Vec<String>,
    /// The kinds of the handshakes after which something was asked for.
    pub handshakes: Vec<Option<HandshakeKind>>,
}

/// A server on loopback. It runs until the test ends.
pub struct Server {
    address: SocketAddr,
    seen: Arc<Mutex<Seen>>,
}

impl Server {
    /// Starts a server that answers each path with the bytes and the end that `answer` returns.
    pub fn start(
        config: Arc<ServerConfig>,
        answer: impl Fn(&str) -> (String, End) + Send + Sync + 'static,
    ) -> Server {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).expect("a port is free");
        let address = listener.local_addr().expect("it is bound");
        let (seen, answer) = (Arc::<Mutex<Seen>>::default(), Arc::new(answer));
        let server = Server { address, seen: Arc::clone(&seen) };
        thread::spawn(move || {
            for tcp in listener.incoming().flatten() {
                let (config, seen, answer) = (Arc::clone(&config), Arc::clone(&seen), Arc::clone(&answer));
                // A client that does not trust the certificate ends the connection.
                thread::spawn(move || serve(tcp, config, &seen, &*answer).unwrap_or_default());
            }
        });
        server
    }

    /// Returns the server's address.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Returns the https URL of a path.
    pub fn url(&self, path: &str) -> Url {
        Url::parse(&format!("https://{}{path}", self.address)).expect("a URL")
    }

    /// Returns what the server has seen so far.
    pub fn seen(&self) -> Seen {
        lock(&self.seen).clone()
    }
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

fn serve(
    tcp: TcpStream,
    config: Arc<ServerConfig>,
    seen: &Mutex<Seen>,
    answer: &dyn Fn(&str) -> (String, End),
) -> io::Result<()> {
    let tls = ServerConnection::new(config).map_err(io::Error::other)?;
    let mut stream = BufReader::new(StreamOwned::new(tls, tcp));
    let mut is_first = true;
    while let Some(path) = request(&mut stream)? {
        let tls = &stream.get_ref().conn;
        let mut seen = lock(seen);
        if is_first {
            seen.handshakes.push(tls.handshake_kind());
        }
        seen.paths.push(path.clone());
        drop(seen);
        is_first = false;
        let (bytes, end) = answer(&path);
        let stream = stream.get_mut();
        stream.write_all(bytes.as_bytes())?;
        if end == End::Closed {
            stream.conn.send_close_notify();
        }
        stream.flush()?;
        if end != End::Kept {
            break;
        }
    }
    Ok(())
}

/// Reads a request. Returns its path, or `None` at the end of the stream.
fn request(stream: &mut impl BufRead) -> io::Result<Option<String>> {
    let mut lines = stream.lines();
    let first = lines.next().transpose()?;
    for line in lines {
        if line?.is_empty() {
            break;
        }
    }
    Ok(first.and_then(|line| line.split(' ').nth(1).map(str::to_owned)))
}
