//! Answers over TLS: where they end, where they lead, and when they come.

use std::collections::HashSet;
use std::sync::Mutex;
use std::time::Duration;

use common::crawl::strategy::Crawl;
use practice_site::{Answer, Site};

use crate::authority::Authority;
use crate::server::{End, server};
use crate::{crawled, url};

const HERE: &[&str] = &["127.0.0.1"];

/// Returns a page that ends by its length.
pub fn page(body: &str) -> String {
    let head = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n";
    format!("{head}Content-Length: {}\r\n\r\n{body}", body.len())
}

/// A stream that ends without the end of TLS may have been cut by anything on the way.
pub fn an_end_without_close_notify_is_the_end_only_where_the_length_is_known(crawl: Crawl) {
    let authority = Authority::new("The tests' authority");
    let until_end = "HTTP/1.0 200 OK\r\nContent-Type: text/html\r\n\r\nhi";
    let chunked = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nhi\r\n";
    for (bytes, end, failure) in [
        (&*page("hi"), End::CutOff, None),
        (&page("hi"), End::Closed, None),
        (until_end, End::Closed, None),
        (until_end, End::CutOff, Some("truncated")),
        (chunked, End::CutOff, Some("truncated")),
        (chunked, End::Closed, Some("truncated")),
        ("HTTP/1.1 200 OK\r\nContent-Le", End::CutOff, Some("closed")),
        ("", End::CutOff, Some("closed")),
    ] {
        for version in [12, 13] {
            let answer = bytes.to_owned();
            let address = server(authority.issue(HERE).config(version), move |_| (answer.clone(), end));
            let report = crawled(crawl, [url("https", address, "/")], &authority.pem(), |_| {});
            let found = report.records[0].failure();
            assert_eq!(found.as_deref(), failure, "{bytes:?}, {end:?}, TLS {version}: {report:?}");
        }
    }
}

/// If the request waits until the server acknowledges the handshake, no fetch takes less than 40 ms on Linux.
pub fn a_request_follows_its_handshake_at_once(crawl: Crawl) {
    let authority = Authority::new("The tests' authority");
    for version in [12, 13] {
        let address = server(authority.issue(HERE).config(version), |_| (page("hi"), End::Closed));
        let roots = (0..20).map(|page| url("https", address, &format!("/{page}")));
        let report = crawled(crawl, roots, &authority.pem(), |services| services.options.max_tasks = 1);
        assert_eq!(report.summary().pages, 20, "{report:?}");
        let quickest = report.records.iter().map(|record| record.elapsed).min().expect("a record");
        assert!(quickest < Duration::from_millis(35), "TLS {version}: {quickest:?}");
    }
}

pub fn redirects_lead_from_http_to_https_and_back(crawl: Crawl) {
    let authority = Authority::new("The tests' authority");
    let plain = Site::builder().page("/back", Answer::links(["/end"])).page("/end", Answer::links([""; 0]));
    let plain = plain.content(|_| None).start().expect("it starts");
    let [back, end] = [plain.url("/back"), plain.url("/end")];
    let location = format!("HTTP/1.1 301 x\r\nLocation: {back}\r\nContent-Length: 0\r\n\r\n");
    let address = server(authority.issue(HERE).config(13), move |path| match path {
        "/there" => (location.clone(), End::Closed),
        _ => (page("<a href=/there>"), End::Closed),
    });
    // The two have ports of their own, so each is a root.
    let [root, there] = ["/", "/there"].map(|path| url("https", address, path));
    let report = crawled(crawl, [root.clone(), end.clone()], &authority.pem(), |_| {});
    let fetched: Vec<_> = report.records.iter().map(|record| (record.url.as_str(), record.status)).collect();
    let expected = [(&back, 200), (&end, 200), (&root, 200), (&there, 301)];
    assert_eq!(fetched, expected.map(|(url, status)| (url.as_str(), Some(status))), "{report:?}");
    assert_eq!(report.skipped_https.count, 0);
}

/// The first request for each page comes on a connection that was idle, and the next one on a new connection.
pub fn a_connection_whose_tls_ends_instead_of_an_answer_costs_no_try(crawl: Crawl) {
    let authority = Authority::new("The tests' authority");
    let seen = Mutex::new(HashSet::new());
    let address = server(authority.issue(HERE).config(13), move |path| match path {
        "/" => (page("<a href=/a><a href=/b>"), End::Kept),
        _ if seen.lock().expect("no panic").insert(path.to_owned()) => (String::new(), End::Alert),
        _ => (page("hi"), End::Kept),
    });
    let root = url("https", address, "/");
    let report = crawled(crawl, [root], &authority.pem(), |services| services.options.max_tasks = 1);
    let outcomes: Vec<_> = report.records.iter().map(|record| (record.status, record.tries)).collect();
    assert_eq!(outcomes, [(Some(200), 1); 3], "{report:?}");
}
