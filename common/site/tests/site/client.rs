//! A plain blocking client.

use std::io::{self, Read, Write};
use std::net::TcpStream;
use std::time::Duration;

use practice_site::{Answer, Builder, Site};

/// A wait that takes longer than this hangs.
pub const HUNG: Duration = Duration::from_secs(30);

/// Returns a site that has the same page at every path.
pub fn anything() -> Builder {
    Site::builder().content(|_| Some(Answer::html("hello")))
}

/// Starts a site whose front page is this answer.
pub fn one_page(answer: Answer) -> Site {
    Site::builder().page("/", answer).start().expect("a socket")
}

/// Connects, and sends nothing.
pub fn connect(site: &Site) -> TcpStream {
    let stream = TcpStream::connect(site.address()).expect("the site accepts");
    stream.set_read_timeout(Some(HUNG)).expect("a limit that is not zero");
    stream
}

/// Sends a request for `path`, and reads nothing.
pub fn ask(site: &Site, path: &str) -> TcpStream {
    send(site, &format!("GET {path} HTTP/1.0\r\n\r\n"))
}

/// Sends these bytes, and reads nothing.
pub fn send(site: &Site, request: &str) -> TcpStream {
    let mut stream = connect(site);
    stream.write_all(request.as_bytes()).expect("the site reads");
    stream
}

/// Returns the bytes that are left to read, and how they ended.
pub fn read_to_end(mut stream: TcpStream) -> (Vec<u8>, io::Result<()>) {
    let mut answer = Vec::new();
    let ended = stream.read_to_end(&mut answer).map(drop);
    (answer, ended)
}

/// Returns the whole answer to a request for `path`.
pub fn get(site: &Site, path: &str) -> String {
    text(ask(site, path))
}

/// Returns the whole answer on `stream`, which ends in good order.
pub fn text(stream: TcpStream) -> String {
    let (answer, ended) = read_to_end(stream);
    ended.expect("the answer ends in good order");
    String::from_utf8(answer).expect("the answer is UTF-8")
}

/// Returns the status of the answer to a request for `path`.
pub fn status(site: &Site, path: &str) -> u16 {
    let status = get(site, path).split(' ').nth(1).and_then(|status| status.parse().ok());
    status.expect("a status line")
}
