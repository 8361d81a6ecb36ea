//! A server that answers many requests on a connection, with any bytes.

#![allow(dead_code, reason = "no test needs all of it")]

use std::io::{BufRead, BufReader, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;

use common::{Options, Report};
use stage4_async::strategies::keep_alive::crawl;
use url::Url;

use crate::tools::crawl_watched;

/// A request, and where it was read.
#[derive(Clone, Debug)]
pub struct Request {
    /// The connection's number: 0 for the first one.
    pub connection: usize,
    /// Its number on that connection: 0 for the first one.
    pub number: usize,
    pub path: String,
}

/// Bytes to send, and whether the connection stays open after them.
pub type Reply = (String, bool);

/// A server that runs until the test ends.
pub struct Server {
    pub address: SocketAddr,
    requests: Arc<Mutex<Vec<Request>>>,
    open: Arc<AtomicUsize>,
}

impl Server {
    /// Starts a server that answers each request with `reply`.
    pub fn start(reply: impl Fn(&Request) -> Reply + Send + Sync + 'static) -> Server {
        let listener = TcpListener::bind(("127.0.0.1", 0)).expect("a port");
        let address = listener.local_addr().expect("it is bound");
        let server = Server { address, requests: Arc::default(), open: Arc::default() };
        let (requests, open) = (Arc::clone(&server.requests), Arc::clone(&server.open));
        let reply = Arc::new(reply);
        thread::spawn(move || {
            for (number, stream) in listener.incoming().flatten().enumerate() {
                open.fetch_add(1, Ordering::SeqCst);
                let (requests, open, reply) = (Arc::clone(&requests), Arc::clone(&open), Arc::clone(&reply));
                thread::spawn(move || {
                    serve(stream, number, &requests, &*reply);
                    open.fetch_sub(1, Ordering::SeqCst);
                });
            }
        });
        server
    }

    pub fn url(&self, path: &str) -> Url {
        Url::parse(&format!("http://{}{path}", self.address)).expect("a URL")
    }

    pub fn requests(&self) -> Vec<Request> {
        self.requests.lock().expect("no test panics with it").clone()
    }

    /// Returns how many connections there were.
    pub fn connections(&self) -> usize {
        self.requests().iter().map(|request| request.connection + 1).max().unwrap_or(0)
    }

    /// Returns how many connections are open. The server closes one when it has read its end.
    pub fn open(&self) -> usize {
        self.open.load(Ordering::SeqCst)
    }
}

fn serve(
    stream: TcpStream,
    connection: usize,
    requests: &Mutex<Vec<Request>>,
    reply: &dyn Fn(&Request) -> Reply,
) {
    let mut reader = BufReader::new(&stream);
    for number in 0.. {
        let Some(head) = read_head(&mut reader) else { return };
        let path = head[0].split(' ').nth(1).unwrap_or_default().to_owned();
        let request = Request { connection, number, path };
        let (bytes, stays_open) = reply(&request);
        requests.lock().expect("no test panics with it").push(request);
        if (&stream).write_all(bytes.as_bytes()).is_err() || !stays_open {
            return;
        }
    }
}

/// Returns the lines of a request, or `None` at the connection's end.
fn read_head(reader: &mut impl BufRead) -> Option<Vec<String>> {
    let mut lines = Vec::new();
    for line in reader.lines() {
        match line.ok()? {
            line if line.is_empty() => return Some(lines),
            line => lines.push(line),
        }
    }
    None
}

/// Returns an answer with these header lines, and links to these paths.
pub fn answer(headers: &str, links: impl IntoIterator<Item = String>) -> String {
    let html: String = links.into_iter().map(|link| format!("<a href={link}>")).collect();
    format!(
        "HTTP/1.0 200 OK\r\nContent-Type: text/html\r\nContent-Length: {}\r\n{headers}\r\n{html}",
        html.len()
    )
}

pub const KEEP: &str = "Connection: keep-alive\r\n";

/// Returns the links of the requested page: the root links to `pages` pages, and no other page has links.
pub fn links(request: &Request, pages: usize) -> Vec<String> {
    if request.path == "/" { (0..pages).map(|page| format!("/{page}")).collect() } else { Vec::new() }
}

/// Starts a server of a root and ten pages, which all come with these headers.
pub fn eleven_pages(headers: &'static str) -> Server {
    Server::start(move |request| (answer(headers, links(request, 10)), true))
}

/// Crawls the server with one fetch at a time and one try, unless `change` adjusts that.
pub fn crawled(server: &Server, change: impl FnOnce(&mut Options)) -> Report {
    let mut options = Options::new([server.url("/")]);
    options.max_tasks = 1;
    options.max_tries = 1;
    change(&mut options);
    crawl_watched(crawl, &options)
}
