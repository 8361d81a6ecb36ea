//! Bodies in gzip, which some servers send unasked.

use std::io::Write;

use common::fetch::http::Needs;
use common::{Cause, Decoder, Response};
use flate2::Compression;
use flate2::write::GzEncoder;

fn gzip(text: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(text).expect("a vector takes all");
    encoder.finish().expect("a vector takes all")
}

/// Decodes a page with this coded body.
fn decode(decoder: Decoder, coding: &str, body: &[u8]) -> Result<Response, Cause> {
    decode_typed(decoder, "Content-Type: text/html", coding, body)
}

fn decode_typed(mut decoder: Decoder, typed: &str, coding: &str, body: &[u8]) -> Result<Response, Cause> {
    let coded = format!("Content-Encoding: {coding}\r\nContent-Length: {}", body.len());
    let head = format!("HTTP/1.1 200 OK\r\n{typed}\r\n{coded}\r\n\r\n");
    let answer = [head.as_bytes(), body].concat();
    answer.chunks(1).find_map(|byte| decoder.decode(byte).transpose()).expect("the answer is complete")
}

#[test]
fn a_gzip_body_is_decoded_and_any_other_coding_is_an_error() {
    let (page, two) = (gzip(b"a page"), [gzip(b"one "), gzip(b"two")].concat());
    for (coding, body, expected) in [
        ("gzip", &*page, Ok("a page")),
        ("X-GZIP", &page, Ok("a page")),
        ("gzip, utf-8", &gzip(b""), Ok("")),
        // neuroglancer 795: stores of objects name a coding that is none.
        ("aws-chunked,gzip", &page, Ok("a page")),
        ("gzip", &two, Ok("one two")),
        ("gzip", b"", Ok("")),
        ("gzip", &[&*page, &[0; 9]].concat(), Ok("a page")),
        ("gzip", &[&*page, b"<!-- it took 3 ms -->"].concat(), Ok("a page")),
        ("gzip", &[&*page, b"\x1f\x8bx"].concat(), Err("content-encoding")),
        // undici 2126: the message is complete, and the gzip in it is not.
        ("gzip", &page[..page.len() - 1], Ok("a page")),
        ("gzip", &page[..page.len() - 8], Ok("a page")),
        ("gzip", &two[..two.len() - 8], Ok("one two")),
        ("gzip", &page[..10], Ok("")),
        ("gzip", &page[..9], Err("content-encoding")),
        ("gzip", &[&page[..page.len() - 8], &[0; 8]].concat(), Err("content-encoding")),
        ("gzip", &page[1..], Err("content-encoding")),
        ("gzip", b"a page", Err("content-encoding")),
        ("gzip, gzip", &page, Err("content-encoding")),
        ("gzip, br", &page, Err("content-encoding")),
    ] {
        let decoded = decode(Decoder::new(100), coding, body);
        let decoded = decoded.as_ref().map(|response| &*response.body).map_err(Cause::kind);
        assert_eq!(decoded, expected.map(str::as_bytes), "{coding}");
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

// aiohttp 4462: Apache sends `x-gzip` for a file that ends in `.gz`, and no type if it does not know what comes before.
#[test]
fn a_coded_download_is_not_decoded() {
    let noise: Vec<u8> =
        (0..10_000_u32).flat_map(|number| number.wrapping_mul(0x9e37_79b9).to_be_bytes()).collect();
    let (download, page) = (gzip(&noise), gzip(&[b"<html>", &*noise].concat()));
    for (typed, coding, body, expected) in [
        ("Content-Type: application/x-tar", "x-gzip", &download, Ok(0)),
        ("Content-Type: application/wasm", "br", &download, Ok(0)),
        ("X: without a type", "x-gzip", &download, Ok(0)),
        ("X: without a type", "gzip", &page, Err("too-large")),
        ("Content-Type: text/html", "gzip", &download, Err("too-large")),
    ] {
        let decoded = decode_typed(Decoder::new(20_000), typed, coding, body);
        let size = decoded.as_ref().map(|response| response.body.len());
        assert_eq!(size.map_err(Cause::kind), expected, "{typed}, {coding}");
    }
}

#[test]
fn the_rules_of_a_robots_txt_may_be_coded_and_cut() {
    let rules = gzip(b"User-agent: *\nDisallow: /a\n");
    let cut = &rules[..rules.len() - 8];
    for body in [&rules, cut] {
        let response = decode(Decoder::of(Needs::Start(1000), 0), "gzip", body).expect("rules");
        assert_eq!(response.body, b"User-agent: *\nDisallow: /a\n");
    }
    assert!(decode(Decoder::of(Needs::Start(1000), 0), "gzip", b"no gzip").is_err());
}
