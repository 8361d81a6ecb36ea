//! Whatever bytes a server sends, the report is safe for a terminal, and valid JSON.

use std::io;

use common::crawl::root::parse_root;
use common::{Cause, Options, Report};
use common_fuzz::decoding;
use common_fuzz::web;
use common_fuzz::web::written;
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;
use serde_json::Value;

#[rustfmt::skip]
const HARM: &[&str] = &[
    "\u{1b}[35m", "\u{1b}]0;title\u{7}", "\u{9b}2J", "\u{202e}", "\u{2066}", "\u{200b}", "\u{7f}", "\u{feff}",
    "\u{2028}", "\r", "\n", "\0", "\"", "\\", "é", "http://", "//site.example/", "text/html", "x:", ";", "%",
    "#", "?", "gzip",
];

/// Generates any bytes, and harmful ones: escape sequences, C1 controls, bidi marks, halves of characters.
fn bytes() -> impl Strategy<Value = Vec<u8>> {
    let piece = prop_oneof![
        select(HARM).prop_map(|text| text.as_bytes().to_vec()),
        vec(any::<u8>(), 0..6),
        "[ -~]{0,8}".prop_map(String::into_bytes),
        Just(b"\xe2\x80".to_vec()),
    ];
    vec(piece, 0..5).prop_map(|pieces| pieces.concat())
}

/// Generates answers with any bytes in their reason, their headers and their links.
fn answer() -> impl Strategy<Value = Vec<u8>> {
    let within = |starts: &'static [&str], end: &'static str| {
        let part = (select(starts), bytes())
            .prop_map(move |(start, bytes)| [start.as_bytes(), &bytes, end.as_bytes()].concat());
        vec(part, 0..5).prop_map(|parts| parts.concat())
    };
    let status = [200, 200, 200, 301, 302, 404, 999].map(|status| format!("HTTP/1.1 {status} ").into_bytes());
    let headers = &[
        "Location: ",
        "Content-Type: ",
        "Content-Type: text/html;charset=",
        "Content-Encoding: ",
        "Transfer-Encoding: ",
        "X",
    ];
    let parts = (
        select(status.to_vec()),
        bytes(),
        within(headers, "\r\n"),
        within(&["<a href='", "<a href='", "<base href='"], "'>"),
    );
    parts.prop_map(|(status, reason, headers, links)| {
        [status, reason, b"\r\n".to_vec(), headers, b"\r\n".to_vec(), links].concat()
    })
}

/// Returns the report of a crawl with this answer, and with failures whose text is `text`.
fn report(root: &str, answer: &[u8], text: &[u8]) -> Report {
    let roots = [root, "/2", "/3", "/4", "/5"].map(|root| parse_root(&format!("http://site.example{root}")));
    let text = String::from_utf8_lossy(text).into_owned();
    let fetched = [
        decoding::decode(10_000, [answer]),
        Err(Cause::Dns(io::Error::other(text.clone()))),
        Err(Cause::ContentEncoding(text.clone())),
        Err(Cause::BadResponse(text.clone().into())),
        Err(Cause::Panic(text)),
    ];
    web::report(&Options::new(roots.into_iter().flatten()), fetched)
}

/// Returns whether the text has no control characters and no invisible ones.
fn is_harmless(text: &str) -> bool {
    let has_escape = |char: char| char.escape_debug().len() > 1 && !matches!(char, '\'' | '"' | '\\');
    let is_bidi = |char: char| matches!(char, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    !text.chars().any(|char| char.is_control() || is_bidi(char) || has_escape(char))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    #[test]
    fn the_text_is_harmless(answer in answer(), text in bytes(), root in "(/[ -~é]{0,9}|)") {
        let report = report(&root, &answer, &text);
        let out = web::text(&report);
        for line in out.lines() {
            prop_assert!(is_harmless(line), "{line:?}");
        }
        let records = out.lines().take_while(|line| !line.is_empty()).count();
        prop_assert_eq!(records, report.records.len(), "a line each: {}", out);
    }

    #[test]
    fn the_json_has_the_data_of_each_record(answer in answer(), text in bytes()) {
        let report = report("/", &answer, &text);
        let out = written(|out| report.write_json("stage", out));
        prop_assert!(is_harmless(out.strip_suffix('\n').expect("a line")), "{out:?}");
        let read: Value = serde_json::from_str(&out)?;
        let records = read["records"].as_array().expect("a list");
        prop_assert_eq!(records.len(), report.records.len());
        for (json, record) in records.iter().zip(&report.records) {
            let error = record.error.as_ref();
            let message = error.map(ToString::to_string);
            prop_assert_eq!(json["url"].as_str(), Some(record.url.as_str()));
            prop_assert_eq!(json["next_url"].as_str(), record.next_url.as_ref().map(|url| url.as_str()));
            prop_assert_eq!(json["content_type"].as_str(), record.content_type.as_deref());
            prop_assert_eq!(json["encoding"].as_str(), record.encoding.as_deref());
            prop_assert_eq!(json["error"]["message"].as_str(), message.as_deref());
        }
    }
}
