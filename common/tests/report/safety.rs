//! Whatever bytes a server sends, the report is safe for a terminal, and valid JSON.

use std::io;

use common::crawl::options::Checks;
use common::crawl::root::parse_root;
use common::{Cause, Options, Report};
use common_fuzz::decoder;
use common_fuzz::offline;
use common_fuzz::offline::written;
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;
use serde_json::Value;

#[rustfmt::skip]
const HARM: &[&[u8]] = &[
    b"\x1b[35m", b"\x1b]0;title\x07", b"\xc2\x9b2J", b"\xe2\x80\xae", b"\xe2\x81\xa6", b"\xe2\x80\x8b", b"\x7f",
    b"\xef\xbb\xbf", b"\xe2\x80\xa8", b"\xe2\x80", b"\r", b"\n", b"\0", b"\"", b"\\", b"\xc3\xa9", b"http://",
    b"//site.example/", b"text/html", b"x:", b";", b"%", b"#", b"?", b"gzip",
];

/// What the lines of a head begin with.
const HEADERS: &[&str] = &[
    "Location: ",
    "Content-Type: ",
    "Content-Type: text/html;charset=",
    "Content-Encoding: ",
    "Transfer-Encoding: ",
    "X",
];

/// Generates any bytes, and harmful ones: escape sequences, C1 controls, bidi marks, halves of characters.
fn bytes() -> impl Strategy<Value = Vec<u8>> {
    let harm = select(HARM).prop_map(<[u8]>::to_vec);
    let piece =
        prop_oneof![2 => harm, 1 => vec(any::<u8>(), 0..6), 1 => "[ -~]{0,8}".prop_map(String::into_bytes)];
    vec(piece, 0..5).prop_map(|pieces| pieces.concat())
}

/// Generates parts of an answer that hold any bytes between a start and an end.
fn within(starts: &'static [&str], end: &'static str) -> impl Strategy<Value = Vec<u8>> {
    let part = (select(starts), bytes()).prop_map(|(start, bytes)| [start.as_bytes(), &bytes].concat());
    vec(part, 0..5)
        .prop_map(move |parts| parts.into_iter().flat_map(|part| [&part, end.as_bytes()].concat()).collect())
}

/// Returns the report of a crawl with this answer, and with failures whose text is `text`.
fn report(root: &str, answer: &[u8], text: &[u8]) -> Report {
    let roots = [root, "/2", "/3", "/4", "/5"].map(|root| parse_root(&format!("http://site.example{root}")));
    let text = String::from_utf8_lossy(text).into_owned();
    let fetched = [
        decoder::decode(10_000, [answer]),
        Err(Cause::Dns(io::Error::other(text.clone()))),
        Err(Cause::ContentEncoding(text.clone())),
        Err(Cause::BadResponse(text.clone().into())),
        Err(Cause::Panic(text)),
    ];
    let checks = Checks { backlinks: true, ..Checks::default() };
    let roots = roots.into_iter().flatten().map(|root| root.url);
    offline::report(&Options { checks, ..Options::new(roots) }, fetched)
}

/// Returns whether the text has no control characters and no invisible ones.
fn is_harmless(text: &str) -> bool {
    let has_escape = |char: char| char.escape_debug().len() > 1 && !matches!(char, '\'' | '"' | '\\');
    let is_bidi = |char: char| matches!(char, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    !text.chars().any(|char| char.is_control() || is_bidi(char) || has_escape(char))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(500))]

    #[test]
    fn the_text_and_the_json_of_any_answer_are_harmless_and_complete(
        status in select(&["200", "200", "301", "404", "999"][..]),
        (reason, text) in (bytes(), bytes()),
        headers in within(HEADERS, "\r\n"),
        links in within(&["<a href='", "<a href='", "<base href='"], "'>"),
        root in "(/[ -~é]{0,9}|)",
    ) {
        let head = format!("HTTP/1.1 {status} ").into_bytes();
        let report = report(&root, &[&head, &reason, &b"\r\n"[..], &headers, b"\r\n", &links].concat(), &text);
        let shown = offline::text(&report);
        prop_assert!(shown.lines().all(is_harmless), "{shown:?}");
        let records = shown.lines().take_while(|line| !line.is_empty()).count();
        let expected = report.records.len() + report.invalid_links.len();
        prop_assert_eq!(records, expected, "a line each: {}", shown);

        let json = written(|out| report.write_json("stage", out));
        prop_assert!(is_harmless(json.strip_suffix('\n').expect("a line")), "{json:?}");
        let read: Value = serde_json::from_str(&json)?;
        let records = read["records"].as_array().expect("a list");
        prop_assert_eq!(records.len(), report.records.len());
        for (json, record) in records.iter().zip(&report.records) {
            let message = record.error.as_ref().map(ToString::to_string);
            prop_assert_eq!(json["url"].as_str(), Some(record.url.as_str()));
            prop_assert_eq!(json["next_url"].as_str(), record.next_url.as_ref().map(|url| url.as_str()));
            prop_assert_eq!(json["content_type"].as_str(), record.content_type.as_deref());
            prop_assert_eq!(json["encoding"].as_str(), record.encoding.as_deref());
            prop_assert_eq!(json["error"]["message"].as_str(), message.as_deref());
        }
    }
}
