//! The archive: its records, read back one by one.

use std::collections::HashSet;
use std::fs;
use std::io::Read;
use std::path::Path;
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

/// The SHA-1 of no bytes.
const OF_NOTHING: &str = "sha1:3I42H3S6NNFQ2MSVX7XZKYAYSCX5QBYJ";

/// Reads a file. If it is compressed, each member has one record.
fn records(path: &Path, is_compressed: bool) -> Vec<WarcRecord> {
    let file = fs::read(path).expect("the archive");
    if !is_compressed {
        return WarcRecord::all(&file);
    }
    let (mut rest, mut records) = (&*file, Vec::new());
    while !rest.is_empty() {
        let mut member = Vec::new();
        GzDecoder::new(&mut rest).read_to_end(&mut member).expect("a member");
        let mut bytes = &*member;
        records.push(WarcRecord::take(&mut bytes));
        assert!(bytes.is_empty(), "a member has one record");
    }
    records
}

fn response(head: &str, body: &str) -> Response {
    let exchange = Exchange {
        began: UNIX_EPOCH + Duration::from_secs(1_795_415_400),
        address: Some([127, 0, 0, 1].into()),
        via: None,
        request: b"GET / HTTP/1.0\r\n\r\n".to_vec(),
        answer: format!("{head}{body}").into(),
        head: head.len(),
        is_chunked: false,
        is_cut: false,
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
    records(&path, name.ends_with("gz"))
}

#[test]
fn each_fetch_has_three_records_and_each_record_is_a_member() {
    let root = Url::parse("http://site.example/").unwrap();
    let page = root.join("/ä?b c").unwrap();
    let head = "HTTP/1.0 200 OK\r\n\r\n";
    let mut linked = response(head, "not empty");
    let exchange = linked.exchange.as_mut().unwrap();
    (exchange.via, exchange.address) = (Some(Arc::new(root.clone())), None);
    let responses = [(&root, response(head, "")), (&page, linked)];
    for (name, is_compressed) in [("of pages.warc.gz", true), ("of pages.warc", false)] {
        let records = written(name, &responses);
        let kinds = records.iter().map(|record| record.field("WARC-Type").unwrap());
        let fetch = ["response", "request", "metadata"];
        assert_eq!(
            kinds.collect::<Vec<_>>(),
            [&["warcinfo"], &fetch[..], &fetch].concat(),
            "{is_compressed}"
        );
        let ids = records.iter().map(|record| record.field("WARC-Record-ID").unwrap());
        assert_eq!(ids.collect::<HashSet<_>>().len(), records.len(), "each ID is unique");
        assert_eq!(records[0].field("WARC-Filename"), Some(name));

        for (fetch, (url, response)) in records[1..].chunks(3).zip(&responses) {
            let (id, exchange) = (fetch[0].field("WARC-Record-ID"), response.exchange.as_ref().unwrap());
            assert_eq!(fetch[0].block, exchange.answer);
            assert_eq!(fetch[1].block, exchange.request);
            for record in fetch {
                assert_eq!(record.field("WARC-Target-URI"), Some(url.as_str()));
                assert_eq!(record.field("WARC-Date"), Some("2026-11-23T06:30:00Z"));
                assert_eq!(record.field("WARC-IP-Address"), exchange.address.map(|_| "127.0.0.1"));
                assert_eq!(record.field("WARC-Warcinfo-ID"), records[0].field("WARC-Record-ID"));
                let concurrent = id.filter(|_| record.field("WARC-Type") != Some("response"));
                assert_eq!(record.field("WARC-Concurrent-To"), concurrent);
            }
        }
        assert_eq!(records[1].field("WARC-Payload-Digest"), Some(OF_NOTHING));
        assert_eq!(records[3].block, b"fetchTimeMs: 7\r\n");
        assert_eq!(records[6].block, b"via: http://site.example/\r\nfetchTimeMs: 7\r\n");
    }
}

#[test]
fn the_payload_of_chunks_has_no_digest_and_a_cut_answer_is_marked() {
    let root = Url::parse("http://site.example/").unwrap();
    for (is_chunked, is_cut) in [(false, false), (true, false), (false, true)] {
        let mut response = response("HTTP/1.1 200 OK\r\n\r\n", "0\r\n\r\n");
        let exchange = response.exchange.as_mut().unwrap();
        (exchange.is_chunked, exchange.is_cut) = (is_chunked, is_cut);
        let records = written("a.warc", &[(&root, response)]);
        assert_eq!(records[1].field("WARC-Payload-Digest").is_none(), is_chunked);
        assert_eq!(records[1].field("WARC-Truncated"), is_cut.then_some("length"));
    }
}
