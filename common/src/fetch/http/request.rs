//! The bytes of a request.

use url::{Position, Url};

/// The crawler's name. A robots.txt can have rules for it (RFC 9309, section 2.2.1).
pub const PRODUCT: &str = "four-stages-crawler";

/// A request without a body.
#[derive(Clone, Copy, Debug)]
pub struct Request<'a> {
    /// What to ask for.
    pub url: &'a Url,
    /// The minor version: 0 for HTTP/1.0.
    pub minor: u8,
    /// Whether to ask for the head of the answer alone (RFC 9110, section 9.3.2).
    pub is_head: bool,
    /// Whether the server is to keep the connection open (RFC 9112, appendix C.2.2).
    pub is_persistent: bool,
}

impl Request<'_> {
    /// Returns the bytes of a GET or HEAD request (RFC 1945, section 5; `Host` as in RFC 9110, section 7.2).
    ///
    /// No link can inject a header, because a [`Url`] is percent-encoded and holds no white space.
    pub fn bytes(&self) -> Vec<u8> {
        let target = &self.url[Position::BeforePath..Position::AfterQuery];
        let host = &self.url[Position::BeforeHost..Position::AfterPort];
        let connection = if self.is_persistent { "keep-alive" } else { "close" };
        let method = if self.is_head { "HEAD" } else { "GET" };
        format!(
            "{method} {target} HTTP/1.{}\r\n\
             Host: {host}\r\n\
             User-Agent: {PRODUCT}/{} (a crawler that teaches asynchronous I/O)\r\n\
             Accept: text/html, application/xhtml+xml, application/xml;q=0.9, */*;q=0.5\r\n\
             Connection: {connection}\r\n\r\n",
            self.minor,
            env!("CARGO_PKG_VERSION"),
        )
        .into_bytes()
    }
}
