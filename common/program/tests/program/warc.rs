//! The archive: its records, read back one by one.

use std::collections::{BTreeMap, HashSet};
use std::fs;
use std::io::Read;
use std::sync::Arc;
use std::thread;
use std::time::{Duration, UNIX_EPOCH};

use common::extra::archive::{Archive, Exchange};
use common::report::Skipped;
use common::{Options, Response, Services};
use flate2::bufread::GzDecoder;
use program::warc::Warc;
use tempfile::tempdir;
use url::Url;

/// The fields and the block of a record.
type Record = (BTreeMap<String, String>, Vec<u8>);

/// Reads a file of members, each of which has one record, by the letter of the standard.
fn records(mut file: &[u8]) -> Vec<Record> {
    let mut records = Vec::new();
    while !file.is_empty() {
        let mut member = Vec::new();
        GzDecoder::new(&mut file).read_to_end(&mut member).expect("a member");
        let end = member.windows(4).position(|end| end == b"\r\n\r\n").expect("the end of the fields");
        let lines = str::from_utf8(&member[..end]).expect("UTF-8");
        let lines = lines.strip_prefix("WARC/1.1\r\n").expect("a record").split("\r\n");
        let fields = lines.map(|line| line.split_once(": ").expect("a name and a value"));
        let fields = fields.map(|(name, value)| (name.to_owned(), value.to_owned()));
        let block = member[end + 4..].strip_suffix(b"\r\n\r\n").expect("two line breaks behind the block");
        records.push((fields.collect::<BTreeMap<_, _>>(), block.to_vec()));
        assert_eq!(records[records.len() - 1].0["Content-Length"], block.len().to_string());
    }
    records
}

fn response(via: Option<&Url>, body: &str) -> Response {
    let exchange = Exchange {
        began: UNIX_EPOCH + Duration::from_secs(1_795_415_400),
        via: via.cloned().map(Arc::new),
        request: b"GET / HTTP/1.0\r\n\r\n".to_vec(),
        answer: format!("HTTP/1.0 200 OK\r\n\r\n{body}").into(),
        truncated: (body == "a part").then_some("length"),
    };
    let elapsed = Duration::from_millis(7);
    Response { elapsed, exchange: Some(Box::new(exchange)), ..Response::default() }
}

/// Creates an archive, and has it written to. Returns its records, and how many answers are in it only in part.
fn written(write: impl FnOnce(&Archive)) -> (Vec<Record>, Skipped<Url>) {
    let (directory, mut services) = (tempdir().unwrap(), Services::new(Options::new([])));
    let path = directory.path().join("pages.warc.gz");
    let warc = Warc::create(&path, "stage", &mut services).expect("a file");
    let archive = services.archive.expect("the crawl has an archive");
    write(&archive);
    warc.finish().expect("there is room");
    archive.keep(&Url::parse("http://late.example/").unwrap(), &response(None, "too late"));
    (records(&fs::read(path).expect("the archive")), warc.truncated())
}

#[test]
fn each_fetch_has_three_records_and_each_record_is_a_member() {
    let root = Url::parse("http://site.example/").unwrap();
    let page = root.join("/ä?b c").unwrap();
    let responses = [
        (&root, response(None, "")),
        (&page, response(Some(&root), "a page")),
        (&page, response(None, "a part")),
        (&root, response(None, "a part")),
    ];
    // The threads of stage 1 have stacks of 256 KiB, of which the crawl uses some.
    let (records, truncated) = written(|archive| {
        thread::scope(|scope| {
            let keep = || responses.iter().for_each(|(url, response)| archive.keep(url, response));
            thread::Builder::new().stack_size(192 << 10).spawn_scoped(scope, keep).expect("a thread");
        });
    });
    assert_eq!(truncated, Skipped { count: 2, example: Some(root.clone()) });
    let kinds: Vec<_> = records.iter().map(|(fields, _)| fields["WARC-Type"].as_str()).collect();
    let fetch = ["response", "request", "metadata"];
    assert_eq!(kinds, [&["warcinfo"], &fetch[..], &fetch, &fetch, &fetch].concat());
    let ids: HashSet<_> = records.iter().map(|(fields, _)| &fields["WARC-Record-ID"]).collect();
    assert_eq!(ids.len(), records.len(), "each ID is unique");
    for (fetch, (url, response)) in records[1..].chunks(3).zip(&responses) {
        let exchange = response.exchange.as_ref().unwrap();
        assert_eq!((&fetch[0].1, &fetch[1].1), (&exchange.answer, &exchange.request));
        // By `printf 'GET / HTTP/1.0\r\n\r\n' | openssl sha1 -binary | base32`.
        assert_eq!(fetch[1].0["WARC-Block-Digest"], "sha1:BRCTKIE3SGMM2WTP7J7JGACH7WBW4SBX");
        let is_truncated = fetch.iter().map(|(fields, _)| fields.get("WARC-Truncated").map(String::as_str));
        let truncated = exchange.truncated;
        assert_eq!(is_truncated.collect::<Vec<_>>(), [truncated, None, None]);
        for (fields, _) in fetch {
            assert_eq!(fields["WARC-Target-URI"], url.as_str());
            assert_eq!(fields["WARC-Date"], "2026-11-23T06:30:00Z");
            let concurrent = (fields["WARC-Type"] != "response").then_some(&fetch[0].0["WARC-Record-ID"]);
            assert_eq!(fields.get("WARC-Concurrent-To"), concurrent);
        }
    }
    assert_eq!(records[3].1, b"fetchTimeMs: 7\r\n");
    assert_eq!(records[6].1, b"via: http://site.example/\r\nfetchTimeMs: 7\r\n");
}

#[test]
fn the_records_of_a_fetch_stay_together_when_threads_write_at_once() {
    let (records, _) = written(|archive| {
        thread::scope(|scope| {
            for thread in 0..4 {
                let urls = (0..25).map(move |page| format!("http://site.example/{thread}/{page}"));
                scope.spawn(move || {
                    urls.for_each(|url| archive.keep(&Url::parse(&url).unwrap(), &response(None, &url)));
                });
            }
        });
    });
    assert_eq!(records.len(), 1 + 4 * 25 * 3);
    for fetch in records[1..].chunks(3) {
        assert!(fetch[0].1.ends_with(fetch[0].0["WARC-Target-URI"].as_bytes()));
        let id = fetch[0].0.get("WARC-Record-ID");
        assert!(id.is_some() && fetch[1..].iter().all(|(fields, _)| fields.get("WARC-Concurrent-To") == id));
    }
}
