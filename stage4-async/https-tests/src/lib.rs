//! Servers over TLS for the tests of https, with certificates that are made for each test.
//!
//! - [`authority`]: certificates, good and bad
//! - [`server`]: a server over TLS, which counts its connections and handshakes
//! - [`cut`]: a connection that ends after a number of bytes
//!
//! A package of its own, because `cargo test` of the other packages is not to compile TLS.

pub mod authority;
pub mod cut;
pub mod server;

use common::{Options, Report};
use stage4_async::strategies::https;
use test_tools::watchdog::watched;
use url::Url;

/// Crawls from `roots` with the certificates in `ca` trusted, watched.
pub fn crawled(roots: impl IntoIterator<Item = Url>, ca: &str, set: impl FnOnce(&mut Options)) -> Report {
    let mut options = Options { https: true, ca: ca.into(), max_tries: 1, ..Options::new(roots) };
    set(&mut options);
    watched(move || https::crawl(&options).expect("the crawl starts"))
}
