//! Sites, names and records in a few words, for scenarios to read well.

use std::collections::HashMap;
use std::net::{Ipv4Addr, SocketAddr};
use std::sync::{Arc, OnceLock};

use common::fetch::resolve::Resolver;
use common::{Options, Record, Report};
use practice_site::{Answer, Builder, Site};
use socket2::{Domain, Socket, Type};
use url::Url;

/// A site of these pages; whatever else is asked for is a 404.
pub(super) fn site<const N: usize>(pages: [(&str, Answer); N]) -> Site {
    start(pages_of(pages))
}

/// The description of such a site, for more to be said.
pub(super) fn pages_of<const N: usize>(pages: [(&str, Answer); N]) -> Builder {
    pages.into_iter().fold(Site::builder(), |builder, (path, answer)| builder.page(path, answer))
}

pub(super) fn start(builder: Builder) -> Site {
    builder.start().expect("loopback has a port for a site")
}

/// A site of the pages that `pages` returns, which may name the running site.
pub(super) fn site_naming_itself<P: IntoIterator<Item = (impl Into<String>, Answer)>>(
    pages: impl FnOnce(&Site) -> P,
) -> Site {
    let written = Arc::new(OnceLock::<HashMap<String, Answer>>::new());
    let content = Arc::clone(&written);
    let site = start(Site::builder().content(move |path| content.get()?.get(path).cloned()));
    let pages = pages(&site).into_iter().map(|(path, answer)| (path.into(), answer));
    written.get_or_init(|| pages.collect());
    site
}

/// A site whose root has the links that `links` returns, which may name the running site.
pub(super) fn site_linking_to(links: impl FnOnce(&Site) -> Vec<Url>) -> Site {
    site_naming_itself(|site| [("/", Answer::links(links(site).iter().map(Url::as_str)))])
}

/// A page without links.
pub(super) fn page() -> Answer {
    Answer::html("<title>A page</title>")
}

/// An HTML page with this status.
pub(super) fn page_with_status(status: u16, html: &str) -> Answer {
    let length = html.len();
    Answer::raw(format!(
        "HTTP/1.0 {status} As It Is\r\nContent-Type: text/html\r\nContent-Length: {length}\r\n\r\n{html}"
    ))
}

/// The options as they are.
pub(super) fn defaults(_: &mut Options) {}

/// The URL of `path` on the site, with another name for its host.
pub(super) fn named(site: &Site, host: &str, path: &str) -> Url {
    let port = site.address().port();
    Url::parse(&format!("http://{host}:{port}{path}")).expect("a name, a port and a path are a URL")
}

/// A resolver for which each name is the site's.
pub(super) fn all_names_lead_to(site: &Site) -> Resolver {
    let address = site.address();
    Resolver::new(move |_, _| Ok(vec![address]))
}

/// An address that refuses connections as long as the socket is there: bound, it does not listen.
pub(super) fn refusing() -> (Socket, SocketAddr) {
    let socket = Socket::new(Domain::IPV4, Type::STREAM, None).expect("a socket");
    socket.bind(&SocketAddr::from((Ipv4Addr::LOCALHOST, 0)).into()).expect("loopback has a port");
    let address = socket.local_addr().expect("it is bound").as_socket().expect("it is an IP address");
    (socket, address)
}

/// The record of `path`.
#[track_caller]
pub(super) fn record<'a>(report: &'a Report, site: &Site, path: &str) -> &'a Record {
    record_of(report, &site.url(path))
}

/// The record of `url`.
#[track_caller]
pub(super) fn record_of<'a>(report: &'a Report, url: &Url) -> &'a Record {
    let Some(record) = report.record(url) else { panic!("no record of {url} among {:?}", urls(report)) };
    record
}

/// The kind of a record's error; of a record without one, the status.
pub(super) fn kind(record: &Record) -> String {
    match (&record.error, record.status) {
        (Some(error), _) => error.cause.kind().to_owned(),
        (None, Some(status)) => status.to_string(),
        (None, None) => "neither error nor status".to_owned(),
    }
}

/// The URLs of the report, in its order.
pub(super) fn urls(report: &Report) -> Vec<&str> {
    report.records.iter().map(|record| record.url.as_str()).collect()
}
