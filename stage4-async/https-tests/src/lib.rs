//! What each crawl that fetches https must do: scenarios, of which [`scenarios!`] makes tests.
//!
//! - [`authority`]: certificates, good and bad; [`server`](mod@server): a server over TLS
//!
//! `src/main.rs` is the program of stage 4, because tests see the programs of their own package alone.
//!
//! A package of its own, because `cargo test` of the other packages is not to compile TLS.

#![allow(missing_docs, reason = "the name of a scenario says what it shows")]

pub mod answers;
pub mod authority;
pub mod certificates;
pub mod program;
#[cfg(target_os = "linux")]
pub mod real_servers;
pub mod server;

use std::net::SocketAddr;

use common::crawl::strategy::Crawl;
use common::{Options, Report, Services};
use test_tools::watchdog::watched;
use url::Url;

/// Makes a test of each scenario, against a crawl and its program. Further ones for answers are named. The crawl of a site with 10
/// tasks makes at most so many connections.
#[macro_export]
macro_rules! scenarios {
    ($crawl:expr, $program:expr, $most_connections:expr $(, $more:ident)*) => {
        $crate::scenarios! {
            $(answers($crawl) $more)*
            answers($crawl) an_end_without_close_notify_is_the_end_only_where_the_length_is_known
            answers($crawl) a_request_follows_its_handshake_at_once
            answers($crawl) redirects_lead_from_http_to_https_and_back
            certificates($crawl) a_certificate_is_trusted_or_the_message_says_what_is_wrong_with_it
            certificates($crawl) a_server_that_wants_a_certificate_of_the_client_is_a_fault_of_tls
            certificates($crawl) a_host_that_no_certificate_can_name_is_a_fault_of_tls
            certificates($crawl) a_connection_that_ends_early_is_an_error_at_each_byte
            certificates($crawl) a_handshake_that_stalls_ends_with_the_deadline_or_an_interrupt
            program($program) a_root_without_a_scheme_is_fetched_by_https_or_else_by_http
            #[cfg(unix)]
            program($program) while_the_certificates_of_the_system_are_read_other_pages_are_fetched
            #[cfg(target_os = "linux")]
            #[ignore = "needs nginx and python3-doc"]
            real_servers($crawl, $most_connections) a_site_of_nginx_gives_the_same_report_by_https_as_by_http
        }
    };
    ($($(#[$attribute:meta])* $module:ident $arguments:tt $name:ident)+) => {
        $(#[test] $(#[$attribute])* fn $name() { $crate::$module::$name $arguments })+
    };
}

/// Crawls from `roots` with the certificates in `ca` trusted, watched.
pub fn crawled(
    crawl: Crawl,
    roots: impl IntoIterator<Item = Url>,
    ca: &str,
    set: impl FnOnce(&mut Services),
) -> Report {
    let options = Options { https: true, ca: ca.into(), max_tries: 1, ..Options::new(roots) };
    let mut services = Services::new(options);
    set(&mut services);
    watched(move || crawl(services.into()).expect("the crawl starts"))
}

/// Returns the URL of a path at an address.
pub fn url(scheme: &str, address: SocketAddr, path: &str) -> Url {
    Url::parse(&format!("{scheme}://{address}{path}")).expect("a URL")
}
