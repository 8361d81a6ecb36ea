//! The report: as JSON it says what it says.

use std::io;
use std::time::Duration;

use common::fetch::http::ContentType;
use common::{Cause, FetchError, Frontier, Options, Outcome, Phase, Report, Response, Target};
use regex_lite::Regex;
use serde_json::{Value, json};
use url::Url;

use super::input::Input;

/// Options, then what became of the roots.
pub fn check(input: &[u8]) {
    let mut input = Input(input);
    let options = options(&mut input);
    let mut frontier = Frontier::new(&options);
    for target in frontier.roots() {
        let outcome = match fetched(&target, &mut input) {
            Ok(fetched) => Outcome::of(&target, fetched, &options),
            Err(payload) => Outcome::panicked(&target, &payload, &options),
        };
        frontier.settle(target, outcome);
    }
    let elapsed = Duration::from_micros(input.number().into());
    let report = Report { elapsed, ..frontier.into_report() };
    assert!(text(&report).chars().all(|char| char == '\n' || !char.is_control()), "{:?}", text(&report));
    assert_is(&json(&report), &report);
}

fn options(input: &mut Input<'_>) -> Options {
    let roots =
        (0..1 + input.below(4)).filter_map(|_| common::crawl::options::parse_root(&input.text()).ok());
    Options {
        roots: roots.collect(),
        lenient: input.below(2) == 1,
        exclude: (0..input.below(3)).filter_map(|_| Regex::new(&input.text()).ok()).collect(),
        // The lower half of four bytes, which the corpus has.
        max_redirects: input.number() as u16,
        max_tries: input.number(),
        timeout: Duration::new(input.number().into(), input.number() % 1_000_000_000),
        max_tasks: input.number() as usize,
        max_body: input.number() as usize,
        ..Options::new([])
    }
}

/// What a fetch of the target brought, or the message of its panic.
fn fetched(target: &Target, input: &mut Input<'_>) -> Result<Result<Response, FetchError>, String> {
    let (tries, elapsed) = (input.byte().into(), Duration::from_micros(input.number().into()));
    Ok(match input.below(4) {
        0 => Err(FetchError::new(&target.url, phase(input), tries, elapsed, cause(input))),
        1 => return Err(input.text()),
        _ => Ok(Response {
            status: 200 + input.below(200) as u16,
            location: (input.below(2) == 1).then(|| input.text()),
            content_type: ContentType::parse(&input.text()),
            body: input.bytes(),
            is_persistent: false,
            tries,
            elapsed,
        }),
    })
}

fn phase(input: &mut Input<'_>) -> Phase {
    use Phase::*;
    [Resolving, Connecting, Sending, Reading, Decoding][input.below(5)]
}

fn cause(input: &mut Input<'_>) -> Cause {
    use Cause::*;
    match input.below(13) {
        0 => Dns(io_error(input)),
        1 => Connect(io_error(input)),
        2 => Timeout,
        3 => Reset(io_error(input)),
        4 => Closed,
        5 => Truncated,
        6 => TooLarge(input.text()),
        7 => Malformed(malformed(input)),
        8 => BadResponse(input.text().into()),
        9 => UnsupportedScheme(input.text()),
        10 => Panic(input.text()),
        11 => ContentEncoding(input.text()),
        _ => Io(io_error(input)),
    }
}

fn io_error(input: &mut Input<'_>) -> io::Error {
    match input.byte() {
        0 => io::Error::other(input.text()),
        1 => io::ErrorKind::UnexpectedEof.into(),
        2 => io::Error::from_raw_os_error(input.number() as i32),
        code => io::Error::from_raw_os_error(code.into()),
    }
}

fn malformed(input: &mut Input<'_>) -> httparse::Error {
    use httparse::Error::*;
    [HeaderName, HeaderValue, NewLine, Status, Token, TooManyHeaders, Version][input.below(7)]
}

fn json(report: &Report) -> Value {
    let mut out = Vec::new();
    report.write_json("stage", &mut out).expect("memory takes all");
    serde_json::from_slice(&out).expect("JSON")
}

fn text(report: &Report) -> String {
    let mut out = Vec::new();
    report.write_text(&mut out).expect("memory takes all");
    String::from_utf8(out).expect("UTF-8")
}

/// The document says what the report says.
fn assert_is(document: &Value, report: &Report) {
    let summary = report.summary();
    assert_eq!(
        document["summary"],
        json!({
            "pages": summary.pages, "errors": summary.errors, "redirects": summary.redirects,
            "bytes": summary.bytes, "skipped_https": summary.skipped_https,
            "disallowed": summary.disallowed, "skipped_long": summary.skipped_long,
            "beyond_max_links": summary.beyond_max_links, "beyond_max_pages": summary.beyond_max_pages,
            "unfinished": summary.unfinished, "elapsed_ms": milliseconds(summary.elapsed),
        })
    );
    let records = document["records"].as_array().expect("a list");
    assert_eq!(records.len(), report.records.len());
    for (json, record) in records.iter().zip(&report.records) {
        let error = record.error.as_ref();
        let error = error.map(|error| json!({"kind": error.cause.kind(), "message": error.to_string()}));
        let is = json!({
            "url": record.url.as_str(), "status": record.status,
            "next_url": record.next_url.as_deref().map(Url::as_str),
            "found_on": record.found_on.as_deref().map(Url::as_str), "error": error,
            "content_type": record.content_type, "encoding": record.encoding, "size": record.size,
            "links": record.links, "new_links": record.new_links, "tries": record.tries,
            "elapsed_ms": milliseconds(record.elapsed),
        });
        assert_eq!(*json, is);
        assert_eq!(report.record(&record.url).map(|record| &record.url), Some(&record.url));
    }
}

fn milliseconds(time: Duration) -> f64 {
    time.as_micros() as f64 / 1e3
}
