//! A server that answers many requests on a connection, with any bytes.

use std::io::{BufRead, BufReader, Write};
use std::net::{SocketAddr, TcpStream};
use std::sync::Mutex;
use std::sync::atomic::AtomicUsize;
use std::sync::atomic::Ordering::SeqCst;
use std::thread;

use common::{Options, Report};
use stage4_async::strategies::keep_alive::crawl;
use test_tools::socket::listener;
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
    reply: Box<dyn Fn(&Request) -> Reply + Send + Sync>,
    requests: Mutex<Vec<Request>>,
    open: AtomicUsize,
}

impl Server {
    /// Starts a server that answers each request with `reply`.
    pub fn start(reply: impl Fn(&Request) -> Reply + Send + Sync + 'static) -> &'static Server {
        let (listener, address) = listener();
        let (reply, requests, open) = (Box::new(reply), Mutex::default(), AtomicUsize::default());
        let server: &'static Server = Box::leak(Box::new(Server { address, reply, requests, open }));
        thread::spawn(move || {
            for (number, stream) in listener.incoming().flatten().enumerate() {
                server.open.fetch_add(1, SeqCst);
                thread::spawn(move || {
                    server.serve(stream, number);
                    server.open.fetch_sub(1, SeqCst);
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
        self.open.load(SeqCst)
    }
    fn serve(&self, stream: TcpStream, connection: usize) {
        let mut lines = BufReader::new(&stream).lines().map_while(Result::ok);
        for number in 0.. {
            let head: Vec<_> = lines.by_ref().take_while(|line| !line.is_empty()).collect();
            let Some(path) = head.first().and_then(|line| line.split(' ').nth(1)) else { return };
            let request = Request { connection, number, path: path.to_owned() };
            let (bytes, stays_open) = (self.reply)(&request);
            self.requests.lock().expect("no test panics with it").push(request);
            if (&stream).write_all(bytes.as_bytes()).is_err() || !stays_open {
                return;
            }
        }
    }
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
pub fn eleven_pages(headers: &'static str) -> &'static Server {
    Server::start(move |request| (answer(headers, links(request, 10)), true))
}

/// Crawls the server with one fetch at a time and one try, unless `change` adjusts that.
pub fn crawled(server: &Server, change: impl FnOnce(&mut Options)) -> Report {
    let mut options = Options { max_tasks: 1, max_tries: 1, ..Options::new([server.url("/")]) };
    change(&mut options);
    crawl_watched(crawl, &options)
}
