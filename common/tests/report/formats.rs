//! The report, as text and as JSON.

use std::time::Duration;

use common::report::report_order;
use common::{Cause, Report, Response};
use common_fuzz::offline;
use common_fuzz::offline::{answer, options, page, redirect, text, url, written};

/// Returns the report of a crawl with these roots and their results.
fn report(fetched: Vec<(&str, Result<Response, Cause>)>) -> Report {
    let (roots, fetched): (Vec<_>, Vec<_>) = fetched.into_iter().unzip();
    offline::report(&options(&roots), fetched)
}

/// Returns a page with a link and one to another scheme.
fn slow_page() -> Response {
    Response { elapsed: Duration::from_micros(2500), ..page(&["https://x.example/", "/new"]) }
}

#[test]
fn one_fetched_root_is_enough() {
    for (fetched, has_root) in [
        (vec![("/a", Err(Cause::Timeout)), ("/b", Ok(redirect("/c")))], true),
        (vec![("/a", Err(Cause::Timeout)), ("/b", Ok(answer(404, "")))], false),
        (vec![("/a", Ok(redirect("/b"))), ("/b", Ok(answer(404, "")))], false),
        (vec![], false),
    ] {
        let report = report(fetched);
        assert_eq!(report.has_root(), has_root, "{report:?}");
    }
}

/// Its members have a fixed order.
#[test]
fn json_is_one_line_with_the_stage_the_records_and_the_totals() {
    let report = report(vec![("/late", Err(Cause::Timeout)), ("/page", Ok(slow_page()))]);
    let report = Report { elapsed: Duration::from_millis(70), ..report };
    let expected = concat!(
        r#"{"stage":"stage","records":["#,
        r#"{"url":"http://site.example/late","status":null,"next_url":null,"found_on":null,"#,
        r#""error":{"kind":"timeout","message":"timed out while reading (try 2)"},"content_type":null,"encoding":null,"#,
        r#""size":0,"links":0,"new_links":0,"tries":2,"elapsed_ms":1.5},"#,
        r#"{"url":"http://site.example/page","status":200,"next_url":null,"found_on":null,"error":null,"#,
        r#""content_type":"text/html","encoding":"utf-8","size":44,"links":1,"new_links":1,"tries":1,"elapsed_ms":2.5}],"#,
        r#""summary":{"pages":1,"errors":1,"redirects":0,"bytes":44,"skipped_https":1,"disallowed":0,"skipped_long":0,"#,
        r#""beyond_max_links":0,"beyond_max_names":0,"beyond_max_pages":0,"unfinished":1,"#,
        r#""pauses":0,"elapsed_ms":70.0}}"#,
        "\n"
    );
    assert_eq!(written(|out| report.write_json("stage", out)), expected);
}

#[test]
fn the_text_has_a_line_for_each_record() {
    let text = text(&report(vec![
        ("/page", Ok(slow_page())),
        ("/late", Err(Cause::Timeout)),
        ("/away", Ok(redirect("http://away.example/"))),
        ("/none", Ok(answer(404, "1234"))),
        ("/file", Ok(answer(200, "12345"))),
    ]));
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
