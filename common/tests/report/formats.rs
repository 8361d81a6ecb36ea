//! The report, as text and as JSON.

use std::time::Duration;

use common::report::report_order;
use common::{Cause, Report, Response};
use common_fuzz::web;
use common_fuzz::web::{answer, options, page, redirect, text, url, written};
use serde_json::{Value, json};

/// Returns the report of a crawl with these roots and their results.
fn report(fetched: Vec<(&str, Result<Response, Cause>)>) -> Report {
    let (roots, fetched): (Vec<_>, Vec<_>) = fetched.into_iter().unzip();
    web::report(&options(&roots), fetched)
}

/// Returns a report with one record of each kind.
fn mixed() -> Report {
    report(vec![
        (
            "/page",
            Ok(Response { elapsed: Duration::from_micros(2500), ..page(&["https://x.example/", "/new"]) }),
        ),
        ("/late", Err(Cause::Timeout)),
        ("/away", Ok(redirect("http://away.example/"))),
        ("/none", Ok(answer(404, "1234"))),
        ("/file", Ok(answer(200, "12345"))),
    ])
}

fn json(report: &Report) -> Value {
    serde_json::from_str(&written(|out| report.write_json("stage", out))).expect("a report")
}

#[test]
fn one_fetched_root_is_enough() {
    assert!(report(vec![("/a", Err(Cause::Timeout)), ("/b", Ok(redirect("/c")))]).has_root());
    assert!(!report(vec![("/a", Err(Cause::Timeout)), ("/b", Ok(answer(404, "")))]).has_root());
    assert!(!report(vec![("/a", Ok(redirect("/b"))), ("/b", Ok(answer(404, "")))]).has_root());
    assert!(!report(vec![]).has_root());
}

#[test]
fn a_page_and_an_error_in_json_have_these_members() {
    let body = "<a href='https://x.example/'><a href='/new'>";
    let page = json!({
        "url": "http://site.example/page", "status": 200, "next_url": null, "found_on": null, "error": null,
        "content_type": "text/html", "encoding": "utf-8", "size": body.len(),
        "links": 1, "new_links": 1, "tries": 1, "elapsed_ms": 2.5,
    });
    let error = json!({
        "url": "http://site.example/late", "status": null, "next_url": null, "found_on": null,
        "error": {"kind": "timeout", "message": "timed out while reading (try 2)"},
        "content_type": null, "encoding": null, "size": 0,
        "links": 0, "new_links": 0, "tries": 2, "elapsed_ms": 1.5,
    });
    let records = &json(&mixed())["records"];
    assert_eq!([&records[2], &records[4]], [&error, &page]);
}

#[test]
fn the_document_names_the_stage_and_the_totals() {
    let mut document = json(&mixed());
    let elapsed = document["summary"]["elapsed_ms"].take();
    assert!(elapsed.is_f64());
    assert_eq!(document["stage"], "stage");
    assert_eq!(
        document["summary"],
        json!({
            "pages": 2, "errors": 2, "redirects": 1, "bytes": 53, "skipped_https": 1,
        "skipped_long": 0, "beyond_max_links": 0, "beyond_max_pages": 0,
            "disallowed": 0, "unfinished": 1, "pauses": 0, "elapsed_ms": null,
        })
    );
}

#[test]
fn the_document_is_one_line_whose_members_have_a_fixed_order() {
    let line = written(|out| mixed().write_json("stage", out));
    assert_eq!(line.find('\n'), Some(line.len() - 1));
    assert!(line.contains(r#""next_url":"http://away.example/","found_on":null,"error":null"#), "{line}");
    let totals = r#""summary":{"pages":2,"errors":2,"redirects":1,"bytes":53,"skipped_https":1,"disallowed":0,"skipped_long":0,"#;
    assert!(line.contains(totals), "{line}");
}

#[test]
fn the_text_has_a_line_for_each_record() {
    let text = text(&mixed());
    let lines: Vec<_> = text.lines().take_while(|line| !line.is_empty()).collect();
    assert_eq!(
        lines,
        [
            "302      0.0 ms  http://site.example/away  -> http://away.example/",
            "200      0.0 ms  http://site.example/file  no type, 5 B, 0 links, 0 new",
            "  -      1.5 ms  http://site.example/late  timeout: timed out while reading (try 2)",
            "404      0.0 ms  http://site.example/none  no type, 4 B, 0 links, 0 new",
            "200      2.5 ms  http://site.example/page  text/html, 44 B, 1 link, 1 new",
        ]
    );
    for line in ["https://x.example/", "interrupted: 1", "failed: 404 (1), timeout (1)\n"] {
        assert!(text.contains(line), "{text}");
    }
}

#[test]
fn without_an_answer_there_is_no_rate() {
    for fetched in [vec![], vec![("/a", Err(Cause::Timeout))]] {
        let text = text(&report(fetched));
        assert!(text.contains("; 0 B in 0.") && !text.contains("a second"), "{text}");
    }
}

/// The natural order of URLs.
#[test]
fn a_number_counts_as_a_number_of_any_size() {
    let [small, large] = ["9".repeat(100), "1".repeat(101)];
    let paths = ["/", "/01", "/1", "/2", "/2/a", "/10", "/10?a=9", "/10?a=10", &small, &large, "/a"];
    assert!(paths.is_sorted_by(|a, b| report_order(&url(a), &url(b)).is_lt()));
}
