//! Bodies in gzip, which some servers send unasked.
#![cfg(feature = "gzip")]

use std::io::Write;

use common::{Cause, Decoder, Response};
use flate2::Compression;
use flate2::write::GzEncoder;

fn gzip(text: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(text).expect("a vector takes all");
    encoder.finish().expect("a vector takes all")
}

/// Decodes an answer with this coded body.
fn decode(mut decoder: Decoder, coding: &str, body: &[u8]) -> Result<Response, Cause> {
    let head =
        format!("HTTP/1.1 200 OK\r\nContent-Encoding: {coding}\r\nContent-Length: {}\r\n\r\n", body.len());
    let answer = [head.as_bytes(), body].concat();
    // A byte at a time.
    for byte in &answer {
        if let Some(response) = decoder.decode(&[*byte])? {
            return Ok(response);
        }
    }
    panic!("the answer is complete")
}

#[test]
fn a_gzip_body_is_decoded() {
    let two = [gzip(b"one "), gzip(b"two")].concat();
    for (coding, body, text) in [
        ("gzip", gzip(b"a page"), "a page"),
        ("X-GZIP", gzip(b"a page"), "a page"),
        ("gzip, utf-8", gzip(b""), ""),
        ("gzip", two, "one two"),
        ("gzip", Vec::new(), ""),
    ] {
        let response = decode(Decoder::new(100), coding, &body).expect("a page");
        assert_eq!(response.body, text.as_bytes(), "{coding}, {text}");
    }
}

#[test]
fn a_body_that_decodes_to_more_than_the_limit_is_too_large() {
    let bomb = gzip(&vec![0; 10 << 20]);
    assert!(bomb.len() < 20 << 10, "{} bytes", bomb.len());
    for max_body in [20 << 10, (10 << 20) - 1] {
        let error = decode(Decoder::new(max_body), "gzip", &bomb).expect_err("a bomb");
        assert_eq!(error.kind(), "too-large", "{max_body}: {error}");
    }
    assert_eq!(decode(Decoder::new(10 << 20), "gzip", &bomb).expect("a page").body.len(), 10 << 20);
}

#[test]
fn a_body_that_is_no_gzip_is_an_error() {
    let page = gzip(b"a page");
    for (coding, body) in [
        ("gzip", &page[..page.len() - 1]),
        ("gzip", &page[1..]),
        ("gzip", b"a page"),
        ("gzip, gzip", &page),
        ("gzip, br", &page),
    ] {
        let error = decode(Decoder::new(100), coding, body).expect_err("no gzip");
        assert_eq!(error.kind(), "content-encoding", "{coding}: {error}");
    }
}

#[test]
fn the_rules_of_a_robots_txt_may_be_coded_and_cut() {
    let rules = gzip(b"User-agent: *\nDisallow: /a\n");
    let cut = &rules[..rules.len() - 8];
    for body in [&rules, cut] {
        let response = decode(Decoder::robots_txt(), "gzip", body).expect("rules");
        assert_eq!(response.body, b"User-agent: *\nDisallow: /a\n");
    }
    assert!(decode(Decoder::robots_txt(), "gzip", b"no gzip").is_err());
}
