//! Stage 4's crawl over TLS. It uses connections again.

use std::collections::HashSet;
use std::sync::Mutex;

use common::Options;
use https_tests::answers::page;
use https_tests::authority::Authority;
use https_tests::server::{End, server};
use https_tests::{crawled, url};
use stage4_async::strategies::https;

https_tests::scenarios!(stage4_async::strategies::https::crawl, env!("CARGO_BIN_EXE_https-tests"), 10);

/// The first request for each page comes on a connection that was idle, and the next one on a new connection.
#[test]
fn a_connection_whose_tls_ends_instead_of_an_answer_costs_no_try() {
    let authority = Authority::new("The tests' authority");
    let seen = Mutex::new(HashSet::new());
    let address = server(authority.issue(&["127.0.0.1"]).config(13), move |path| match path {
        "/" => (page("<a href=/a><a href=/b>"), End::Kept),
        _ if seen.lock().expect("no panic").insert(path.to_owned()) => (String::new(), End::Alert),
        _ => (page("hi"), End::Kept),
    });
    let root = url("https", address, "/");
    let set = |services: &mut common::Services| services.options.max_tasks = 1;
    let report = crawled(https::crawl, [root], &authority.pem(), set);
    let outcomes: Vec<_> = report.records.iter().map(|record| (record.status, record.tries)).collect();
    assert_eq!(outcomes, [(Some(200), 1); 3], "{report:?}");
}

#[test]
fn a_certificate_of_the_command_line_that_is_no_certificate_is_an_error() {
    for broken in
        ["-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n", "-----BEGIN CERTIFICATE-----\nA"]
    {
        let options = Options { ca: broken.into(), ..Options::new([]) };
        let error = https::crawl(options.into()).expect_err("no certificate").to_string();
        assert!(error.starts_with("--ca: "), "{error}");
    }
}
