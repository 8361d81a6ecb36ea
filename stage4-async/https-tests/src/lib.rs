//! Servers over TLS for the tests of https, with certificates that are made for each test.
//!
//! - [`authority`]: certificates, good and bad
//! - [`server`](mod@server): a server over TLS
//!
//! `src/main.rs` is the program of stage 4, because tests see the programs of their own package alone.
//!
//! A package of its own, because `cargo test` of the other packages is not to compile TLS.

pub mod authority;
pub mod server;

use std::net::SocketAddr;

use common::{Options, Report, Services};
use stage4_async::strategies::https;
use test_tools::watchdog::watched;
use url::Url;

/// Crawls from `roots` with the certificates in `ca` trusted, watched.
pub fn crawled(roots: impl IntoIterator<Item = Url>, ca: &str, set: impl FnOnce(&mut Services)) -> Report {
    let options = Options { https: true, ca: ca.into(), max_tries: 1, ..Options::new(roots) };
    let mut services = Services::new(options);
    set(&mut services);
    watched(move || https::crawl(services.into()).expect("the crawl starts"))
}

/// Returns the URL of a path at an address.
pub fn url(scheme: &str, address: SocketAddr, path: &str) -> Url {
    Url::parse(&format!("{scheme}://{address}{path}")).expect("a URL")
}
