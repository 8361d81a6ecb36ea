//! Which certificates are trusted, what the report says of the others, and handshakes that do not end well.

use std::collections::BTreeSet;
use std::io::{self, Read};
use std::net::{Shutdown, SocketAddr, TcpStream};
use std::thread;
use std::time::Duration;

use common::Record;
use common::crawl::strategy::Crawl;
use common::fetch::resolve::Resolver;
use rcgen::{CertificateParams, SanType, date_time_ymd};
use test_tools::socket::listener;

use crate::answers::page;
use crate::authority::Authority;
use crate::server::{End, server};
use crate::{crawled, url};

const HERE: &[&str] = &["127.0.0.1", "localhost"];

pub fn a_certificate_is_trusted_or_the_message_says_what_is_wrong_with_it(crawl: Crawl) {
    let [authority, other] = ["The tests' authority", "Another authority"].map(Authority::new);
    let valid_from = |year| authority.issue_as(HERE, |params| params.not_before = date_time_ymd(year, 1, 1));
    let valid_to = |year| authority.issue_as(HERE, |params| params.not_after = date_time_ymd(year, 1, 1));
    let name = SanType::DnsName("127.0.0.1".try_into().expect("a name"));
    let a_host = |params: &mut CertificateParams| params.subject_alt_names.push(name);
    let five = ["a.example", "*.b.example", "c.example", "d.example", "e.example"];
    let mut too_many = authority.issue(HERE);
    too_many.certificate = too_many.certificate.repeat(300);
    let not_for = |names| format!("the certificate is for {names}, not for the address 127.0.0.1");
    for (certified, wrong) in [
        (authority.issue(HERE), None),
        (valid_to(2001), Some("the certificate expired on 2001-01-01T00:00:00Z".to_owned())),
        (valid_from(2100), Some("the certificate is valid from 2100-01-01T00:00:00Z on".to_owned())),
        (authority.issue(&five[..2]), Some(not_for("a.example, *.b.example"))),
        (authority.issue(&five), Some(not_for("a.example, *.b.example, c.example and 2 more"))),
        (authority.issue(&[]), Some(not_for("no name"))),
        (authority.issue_as(&[], a_host), Some(not_for("a host of the name 127.0.0.1"))),
        (other.issue(HERE), Some("the certificate's issuer is unknown; `--ca FILE` adds one".to_owned())),
        (too_many, Some("the server's certificates take up more than 64 KiB".to_owned())),
    ] {
        let wrong = wrong.map(|wrong| format!("no secure connection while securing (try 1): {wrong}"));
        let expected = wrong.map(|message| ("tls".to_owned(), message));
        for version in [12, 13] {
            let address = server(certified.config(version), |_| (page("hi"), End::Closed));
            let report = crawled(crawl, [url("https", address, "/")], &authority.pem(), |_| {});
            let error = report.records[0].error.as_ref();
            let found = error.map(|error| (error.cause.kind().to_owned(), error.to_string()));
            assert_eq!(found, expected, "TLS {version}");
        }
    }
}

/// In TLS 1.3, the refusal comes after the client's handshake has ended.
pub fn a_server_that_wants_a_certificate_of_the_client_is_a_fault_of_tls(crawl: Crawl) {
    let authority = Authority::new("The tests' authority");
    for version in [12, 13] {
        let address = server(authority.issue(HERE).config_for(version, authority.verifier()), |_| {
            (page("hi"), End::Closed)
        });
        let report = crawled(crawl, [url("https", address, "/")], &authority.pem(), |services| {
            services.options.max_tries = 2
        });
        let record = &report.records[0];
        let message = record.error.as_ref().expect("a failure").to_string();
        assert_eq!((record.failure().as_deref(), record.tries), (Some("tls"), 1), "TLS {version}: {message}");
        assert!(message.ends_with("the server refuses the connection: CertificateRequired"), "{message}");
    }
}

pub fn a_host_that_no_certificate_can_name_is_a_fault_of_tls(crawl: Crawl) {
    let address =
        server(Authority::new("The tests' authority").issue(HERE).config(13), |_| (page("hi"), End::Closed));
    for host in ["-a.test", "a!b.test"] {
        let root = format!("https://{host}:{}/", address.port()).parse().expect("a URL");
        let report = crawled(crawl, [root], "", |services| {
            services.set_resolver(Resolver::blocking(move |_, _| Ok(vec![address])));
        });
        assert_eq!(report.records[0].failure().as_deref(), Some("tls"), "{host}: {report:?}");
    }
}

/// Listens on loopback, and passes each connection on to `server`, but only the first bytes of its answers: as many as
/// `most` returns for the connection's number, counted from 0.
fn cut(server: SocketAddr, most: impl Fn(u64) -> u64 + Send + 'static) -> SocketAddr {
    let (listener, address) = listener();
    thread::spawn(move || {
        for (number, client) in (0..).zip(listener.incoming().flatten()) {
            let most = most(number);
            thread::spawn(move || pass(client, server, most).unwrap_or_default());
        }
    });
    address
}

fn pass(client: TcpStream, server: SocketAddr, most: u64) -> io::Result<()> {
    let server = TcpStream::connect(server)?;
    let (mut from_client, mut to_server) = (client.try_clone()?, server.try_clone()?);
    thread::spawn(move || {
        let copied = io::copy(&mut from_client, &mut to_server);
        copied.and(to_server.shutdown(Shutdown::Both)).unwrap_or_default();
    });
    io::copy(&mut server.take(most), &mut &client)?;
    client.shutdown(Shutdown::Both)
}

/// Whatever byte the answers of a server end at, the fetch ends with an error.
pub fn a_connection_that_ends_early_is_an_error_at_each_byte(crawl: Crawl) {
    let authority = Authority::new("The tests' authority");
    let cut = cut(server(authority.issue(HERE).config(13), |_| (page("hi"), End::Closed)), |number| number);
    let roots = (0..1500).map(|page| url("https", cut, &format!("/{page}")));
    let report = crawled(crawl, roots, &authority.pem(), |services| services.options.max_tasks = 20);
    let kinds: BTreeSet<_> = report.records.iter().filter_map(Record::failure).collect();
    let known = ["closed", "reset", "tls", "truncated"];
    assert!(kinds.iter().all(|kind| known.contains(&kind.as_str())), "{kinds:?}");
    let summary = report.summary();
    assert!(summary.errors > 500 && summary.pages > 100, "{summary:?}");
}

/// The handshake counts towards the deadline.
pub fn a_handshake_that_stalls_ends_with_the_deadline_or_an_interrupt(crawl: Crawl) {
    for (is_interrupted, timeout) in [(false, Duration::from_millis(500)), (true, Duration::from_secs(1000))]
    {
        let (listener, address) = listener();
        let report = crawled(crawl, [url("https", address, "/")], "", |services| {
            services.options.timeout = timeout;
            let interrupt = services.interrupt.clone();
            thread::spawn(move || {
                let (mut stream, _) = listener.accept().expect("the crawl connects");
                stream.read_exact(&mut [0; 100]).expect("the first message of the handshake");
                if is_interrupted {
                    interrupt.trigger();
                }
                // Until the crawl ends the connection.
                stream.read_to_end(&mut Vec::new()).unwrap_or_default();
            });
        });
        let error = report.records.first().and_then(|record| record.error.as_ref()).map(ToString::to_string);
        let timed_out = (!is_interrupted).then(|| "timed out while securing (try 1)".to_owned());
        assert_eq!((error, report.unfinished), (timed_out, usize::from(is_interrupted)));
    }
}
