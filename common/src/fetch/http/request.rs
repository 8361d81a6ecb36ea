//! The bytes of a request.

use url::{Position, Url};

/// The crawler's name. A robots.txt can have rules for it (RFC 9309, section 2.2.1).
pub const PRODUCT: &str = "four-stages-crawler";

/// Returns the bytes of a GET request for `url` (RFC 1945, section 5; `Host` as in RFC 9110, section 7.2).
/// The server is to close the connection after its answer.
///
/// No link can inject a header, because a [`Url`] is percent-encoded and holds no white space.
pub fn request(url: &Url) -> Vec<u8> {
    bytes("GET", url, "close")
}

/// Returns the same request, but asks for the head of the answer alone (RFC 9110, section 9.3.2).
pub fn head_request(url: &Url) -> Vec<u8> {
    bytes("HEAD", url, "close")
}

/// Returns a GET request that asks the server to keep the connection open (RFC 9112, appendix C.2.2).
pub fn persistent_request(url: &Url) -> Vec<u8> {
    bytes("GET", url, "keep-alive")
}

fn bytes(method: &str, url: &Url, connection: &str) -> Vec<u8> {
    let target = &url[Position::BeforePath..Position::AfterQuery];
    let host = &url[Position::BeforeHost..Position::AfterPort];
    format!(
        "{method} {target} HTTP/1.0\r\n\
         Host: {host}\r\n\
         User-Agent: {PRODUCT}/{} (a crawler that teaches asynchronous I/O)\r\n\
         Accept: text/html, application/xhtml+xml, application/xml;q=0.9, */*;q=0.5\r\n\
         Connection: {connection}\r\n\r\n",
        env!("CARGO_PKG_VERSION"),
    )
    .into_bytes()
}
