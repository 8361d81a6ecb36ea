//! [`server`]: a server over TLS, a thread for each connection.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::{Shutdown, SocketAddr, TcpStream};
use std::sync::Arc;
use std::thread;

use futures_rustls::rustls::{ServerConfig, ServerConnection, StreamOwned};
use test_tools::socket::listener;

/// What becomes of a connection after its answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// TLS is ended, and then TCP.
    Closed,
    /// TCP is ended, and TLS is not.
    CutOff,
    /// It stays open until there is another request.
    Kept,
    /// An alert comes in place of the answer.
    Alert,
}

/// Starts a server on loopback, for the whole test, that answers each path with the bytes and the end of `answer`.
pub fn server(
    config: Arc<ServerConfig>,
    answer: impl Fn(&str) -> (String, End) + Send + Sync + 'static,
) -> SocketAddr {
    let (listener, address) = listener();
    let answer = Arc::new(answer);
    thread::spawn(move || {
        for tcp in listener.incoming().flatten() {
            let (config, answer) = (Arc::clone(&config), Arc::clone(&answer));
            thread::spawn(move || {
                let client = tcp.try_clone().expect("a second descriptor");
                serve(tcp, config, &*answer).unwrap_or_default();
                // One may distrust the other. A close with unread bytes would be a reset, which may overtake the reason.
                client.shutdown(Shutdown::Write).unwrap_or_default();
                io::copy(&mut &client, &mut io::sink()).unwrap_or_default();
            });
        }
    });
    address
}

fn serve(tcp: TcpStream, tls: Arc<ServerConfig>, answer: &dyn Fn(&str) -> (String, End)) -> io::Result<()> {
    let tls = ServerConnection::new(tls).map_err(io::Error::other)?;
    let mut stream = BufReader::new(StreamOwned::new(tls, tcp));
    loop {
        let lines = stream.by_ref().lines();
        let head = lines.take_while(|line| line.as_ref().is_ok_and(|line| !line.is_empty()));
        let head = head.collect::<io::Result<Vec<_>>>()?;
        let Some(path) = head.first().and_then(|line| line.split(' ').nth(1)) else { return Ok(()) };
        let (bytes, end) = answer(path);
        let stream = stream.get_mut();
        match end {
            End::Alert => {
                // To what is not TLS, the server's own answer is an alert.
                stream.conn.read_tls(&mut &b"not TLS"[..])?;
                stream.conn.process_new_packets().expect_err("it is not TLS");
                return stream.conn.write_tls(&mut stream.sock).map(drop);
            }
            End::Closed => {
                stream.write_all(bytes.as_bytes())?;
                stream.conn.send_close_notify();
            }
            End::CutOff | End::Kept => stream.write_all(bytes.as_bytes())?,
        }
        stream.flush()?;
        if end != End::Kept {
            return Ok(());
        }
    }
}
