//! The archive: its records, read back one by one.

use std::collections::HashSet;
use std::fs;
use std::io::Read;
use std::sync::Arc;
use std::thread;
use std::time::{Duration, UNIX_EPOCH};

use common::fetch::http::Exchange;
use common::{Options, Response};
use flate2::bufread::GzDecoder;
use program::warc::Warc;
use tempfile::tempdir;
use test_tools::warc::WarcRecord;
use url::Url;

/// Reads a file of members, each of which has one record.
fn members(mut file: &[u8]) -> Vec<WarcRecord> {
    let mut records = Vec::new();
    while !file.is_empty() {
        let mut member = Vec::new();
        GzDecoder::new(&mut file).read_to_end(&mut member).expect("a member");
        records.extend(WarcRecord::all(&member));
        assert_eq!(WarcRecord::all(&member).len(), 1, "a member has one record");
    }
    records
}

fn response(via: Option<&Url>, body: &str) -> Response {
    let exchange = Exchange {
        began: UNIX_EPOCH + Duration::from_secs(1_795_415_400),
        via: via.cloned().map(Arc::new),
        request: b"GET / HTTP/1.0\r\n\r\n".to_vec(),
        answer: format!("HTTP/1.0 200 OK\r\n\r\n{body}").into(),
        is_cut: via.is_some(),
    };
    let elapsed = Duration::from_millis(7);
    Response { elapsed, exchange: Some(Box::new(exchange)), ..Response::default() }
}

/// Writes these responses to a file of this name, and returns its records.
fn written(name: &str, responses: &[(&Url, Response)]) -> Vec<WarcRecord> {
    let directory = tempdir().unwrap();
    let (path, mut options) = (directory.path().join(name), Options::new([]));
    let warc = Warc::create(&path, "stage", &mut options).expect("a file");
    let archive = options.archive.expect("the crawl has an archive");
    // The threads of stage 1 have stacks of 256 KiB, of which the crawl uses some.
    thread::scope(|scope| {
        let keep = || responses.iter().for_each(|(url, response)| archive.call(url, response));
        thread::Builder::new().stack_size(192 << 10).spawn_scoped(scope, keep).expect("a thread");
    });
    warc.finish().expect("there is room");
    archive.call(responses[0].0, &responses[0].1);
    let file = fs::read(path).expect("the archive");
    if name.ends_with("gz") { members(&file) } else { WarcRecord::all(&file) }
}

#[test]
fn each_fetch_has_three_records_and_each_record_is_a_member() {
    let root = Url::parse("http://site.example/").unwrap();
    let page = root.join("/ä?b c").unwrap();
    let responses = [(&root, response(None, "")), (&page, response(Some(&root), "went on"))];
    for name in ["pages.warc.gz", "pages.warc"] {
        let records = written(name, &responses);
        let kinds: Vec<_> = records.iter().map(|record| record.field("WARC-Type").unwrap()).collect();
        let fetch = ["response", "request", "metadata"];
        assert_eq!(kinds, [&["warcinfo"], &fetch[..], &fetch].concat(), "{name}");
        let ids = records.iter().map(|record| record.field("WARC-Record-ID").unwrap());
        assert_eq!(ids.collect::<HashSet<_>>().len(), records.len(), "each ID is unique");

        for (fetch, (url, response)) in records[1..].chunks(3).zip(&responses) {
            let (id, exchange) = (fetch[0].field("WARC-Record-ID"), response.exchange.as_ref().unwrap());
            assert_eq!((&fetch[0].block, &fetch[1].block), (&exchange.answer, &exchange.request));
            assert_eq!(fetch[0].field("WARC-Truncated"), exchange.is_cut.then_some("length"));
            // By `printf 'GET / HTTP/1.0\r\n\r\n' | openssl sha1 -binary | base32`.
            assert_eq!(fetch[1].field("WARC-Block-Digest"), Some("sha1:BRCTKIE3SGMM2WTP7J7JGACH7WBW4SBX"));
            for record in fetch {
                assert_eq!(record.field("WARC-Target-URI"), Some(url.as_str()));
                assert_eq!(record.field("WARC-Date"), Some("2026-11-23T06:30:00Z"));
                let concurrent = id.filter(|_| record.field("WARC-Type") != Some("response"));
                assert_eq!(record.field("WARC-Concurrent-To"), concurrent);
            }
        }
        assert_eq!(records[3].block, b"fetchTimeMs: 7\r\n");
        assert_eq!(records[6].block, b"via: http://site.example/\r\nfetchTimeMs: 7\r\n");
    }
}
