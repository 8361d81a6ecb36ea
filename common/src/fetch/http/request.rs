//! The bytes of a request.

use std::time::Duration;

use url::{Position, Url};

/// The crawler's name, as a product token (RFC 9110, section 10.1.5).
pub const PRODUCT: &str = "four-stages-crawler";

/// A request without a body, of any URL.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Request {
    /// What to do (RFC 9110, section 9).
    pub method: &'static str,
    /// The minor version: 0 for HTTP/1.0.
    pub minor: u8,
    /// What is read of the answer.
    pub needs: Needs,
}

/// Which bodies are needed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Needs {
    /// Those of pages. A body over the limit is an error.
    Pages,
    /// That of a success, up to so many bytes.
    Start(usize),
    /// None: the head is the answer.
    Nothing,
}

impl Default for Request {
    /// Asks for a page, in HTTP/1.0.
    fn default() -> Request {
        Request { method: "GET", minor: 0, needs: Needs::Pages }
    }
}

impl Request {
    /// Returns the bytes of the request for `url` (RFC 1945, section 5; `Host` as in RFC 9110, section 7.2). If it
    /// `is_persistent`, the server is to keep the connection open (RFC 9112, appendix C.2.2).
    ///
    /// No link can inject a header, because a [`Url`] is percent-encoded and holds no white space.
    pub fn bytes(&self, url: &Url, is_persistent: bool) -> Vec<u8> {
        let target = &url[Position::BeforePath..Position::AfterQuery];
        let host = &url[Position::BeforeHost..Position::AfterPort];
        let connection = if is_persistent { "keep-alive" } else { "close" };
        format!(
            "{} {target} HTTP/1.{}\r\n\
             Host: {host}\r\n\
             User-Agent: {PRODUCT}/{} (a crawler that teaches asynchronous I/O)\r\n\
             Accept: text/html, application/xhtml+xml, application/xml;q=0.9, */*;q=0.5\r\n\
             Connection: {connection}\r\n\r\n",
            self.method,
            self.minor,
            env!("CARGO_PKG_VERSION"),
        )
        .into_bytes()
    }
}

/// How a server is asked again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Again {
    /// What is asked for then.
    pub request: Request,
    /// Whether that is another try.
    pub costs_try: bool,
    /// How long to wait before it.
    pub pause: Duration,
}
