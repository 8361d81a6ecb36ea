//! Which certificates are trusted, and what the report says of the others.

use std::collections::BTreeSet;
use std::time::Duration;

use common::{Options, Record};
use https_tests::authority::{Authority, Certified, self_signed};
use https_tests::crawled;
use https_tests::cut::{Then, cut};
use https_tests::server::{End, Server};
use stage4_async::strategies::https;
use url::Url;

const HERE: &[&str] = &["127.0.0.1", "localhost"];

const PAGE: &str = "HTTP/1.0 200 OK\r\nContent-Type: text/html\r\nContent-Length: 2\r\n\r\nhi";

/// Fetches one page of a server with this certificate. Returns its failure and the message.
fn failure(certified: &Certified, ca: &str, versions: &[u8]) -> Option<(String, String)> {
    let server = Server::start(certified.config(versions), |_| (PAGE.to_owned(), End::Closed));
    let report = crawled([server.url("/")], ca, |_| {});
    let record = &report.records[0];
    Some((record.failure()?, record.error.as_ref()?.to_string()))
}

#[test]
fn a_certificate_that_an_authority_has_issued_is_trusted_in_tls_1_2_and_1_3() {
    let authority = Authority::default();
    for versions in [&[12][..], &[13], &[12, 13]] {
        assert_eq!(failure(&authority.issue(HERE), &authority.pem(), versions), None, "{versions:?}");
    }
}

#[test]
fn the_message_says_what_is_wrong_with_a_certificate() {
    let (authority, other) = (Authority::default(), Authority::new("Another authority"));
    for (certified, message) in [
        (authority.issue_for_years(HERE, 2000, 2001), "the certificate expired on 2001-01-01T00:00:00Z"),
        (
            authority.issue_for_years(HERE, 2100, 2101),
            "the certificate is valid from 2100-01-01T00:00:00Z on",
        ),
        (
            authority.issue(&["a.example", "127.0.0.9"]),
            "the certificate is for a.example, 127.0.0.9, not for 127.0.0.1",
        ),
        (
            authority.issue(&["a.example", "*.b.example", "c.example", "d.example", "e.example"]),
            "the certificate is for a.example, *.b.example, c.example and 2 more, not for 127.0.0.1",
        ),
        (authority.issue(&[]), "the certificate is for no name, not for 127.0.0.1"),
        (other.issue(HERE), "the certificate's issuer is unknown; `--ca FILE` adds one"),
        (self_signed(HERE), "the certificate's issuer is unknown; `--ca FILE` adds one"),
    ] {
        let (kind, text) = failure(&certified, &authority.pem(), &[12, 13]).expect("no page");
        assert_eq!(kind, "tls", "{text}");
        assert!(text.starts_with("no secure connection while securing (try 1): "), "{text}");
        assert!(text.contains(message), "{message}: {text}");
    }
}

#[test]
fn a_server_without_tls_is_named_as_such() {
    let site = practice_site::Site::comics().expect("it starts");
    let mut url = site.url("/");
    url.set_scheme("https").expect("a special scheme");
    let report = crawled([url], "", |options| options.timeout = Duration::from_secs(2));
    let record = &report.records[0];
    let text = record.error.as_ref().expect("no page").to_string();
    assert!(
        matches!(record.failure().as_deref(), Some("bad-response" | "closed" | "reset" | "timeout")),
        "{text}"
    );
}

#[test]
fn a_certificate_of_the_command_line_that_is_no_certificate_is_an_error() {
    for broken in
        ["-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n", "-----BEGIN CERTIFICATE-----\nA"]
    {
        let options = Options { ca: broken.into(), ..Options::new([]) };
        let error = https::crawl(&options).expect_err("no certificate").to_string();
        assert!(error.starts_with("--ca: "), "{error}");
    }
}

/// Whatever byte the answers of a server end at, the fetch ends with an error.
#[test]
fn a_connection_that_ends_early_is_an_error_at_each_byte() {
    let authority = Authority::default();
    let server = Server::start(authority.issue(HERE).config(&[13]), |_| (PAGE.to_owned(), End::Closed));
    let cut = cut(server.address(), |number| number, Then::Ends);
    let roots = (0..1500).map(|page| Url::parse(&format!("https://{cut}/{page}")).expect("a URL"));
    let report = crawled(roots, &authority.pem(), |options| options.max_tasks = 20);
    let kinds: BTreeSet<_> = report.records.iter().filter_map(Record::failure).collect();
    let known = ["closed", "reset", "tls", "truncated"];
    assert!(kinds.iter().all(|kind| known.contains(&kind.as_str())), "{kinds:?}");
    let summary = report.summary();
    assert!(summary.errors > 500 && summary.pages > 100, "{summary:?}");
}

/// The handshake counts towards the deadline.
#[test]
fn a_handshake_that_stalls_times_out() {
    let authority = Authority::default();
    let server = Server::start(authority.issue(HERE).config(&[13]), |_| (PAGE.to_owned(), End::Closed));
    let cut = cut(server.address(), |number| 100 * number, Then::Stalls);
    let roots = (0..4).map(|page| Url::parse(&format!("https://{cut}/{page}")).expect("a URL"));
    let report = crawled(roots, &authority.pem(), |options| options.timeout = Duration::from_millis(500));
    for record in &report.records {
        let text = record.error.as_ref().expect("no page").to_string();
        assert_eq!(text, "timed out while securing (try 1)");
    }
}
