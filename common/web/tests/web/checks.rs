//! What a crawl checks beyond the pages that it reads.

use common::crawl::options::Checks;
use common::{Options, Record};
use common_fuzz::offline;
use common_fuzz::offline::{answer, options, page, redirect, written};
use serde_json::{Value, json};

/// Returns the options of a crawl from `/` with these checks.
pub fn checking(checks: Checks) -> Options {
    Options { checks, ..options(&["/"]) }
}

fn external() -> Options {
    checking(Checks { external: true, ..Checks::default() })
}

/// A chain of redirects may leave the scope and return: its URLs are what they would be as links.
#[test]
fn a_redirect_out_of_scope_is_checked_and_one_into_it_is_crawled() {
    let excluding = vec![regex_lite::Regex::new("a[.]example").unwrap()];
    for (options, fetched) in [
        (external(), &["/out external", "/", "/back", "/behind"][..]),
        (options(&["/"]), &["/"]),
        (Options { exclude: excluding, ..external() }, &["/"]),
    ] {
        let report = offline::crawl(&options, |path| match path {
            "/" => redirect("http://a.example/out"),
            "/out" => redirect("http://site.example/back"),
            "/back" => page(&["/behind"]),
            _ => page(&[]),
        });
        let external = |record: &Record| if record.is_external { " external" } else { "" };
        let path = |record: &Record| format!("{}{}", record.url.path(), external(record));
        assert_eq!(report.records.iter().map(path).collect::<Vec<_>>(), fetched);
    }
}

#[test]
fn the_report_has_what_the_checks_found() {
    let links = ["/page#none", "/lost", "http://&lt;server&gt;/"];
    let checks = Checks { backlinks: true, external: true, fragments: true };
    let report = offline::crawl(&checking(checks), |path| match path {
        "/" => page(&links),
        "/page" => page(&["http://a.example/fine", "http://&lt;server&gt;/"]),
        "/lost" => answer(404, ""),
        _ => answer(200, ""),
    });
    let text = offline::text(&report);
    for line in [
        "- ms  http://<server>/  not a URL: invalid international domain name  found on http://site.example/\n",
        "  0.0 ms  http://a.example/fine  external  found on http://site.example/page\n",
        "- ms  http://site.example/page#none  no such fragment  found on http://site.example/\n",
        "3 pages, 0 redirects, 1 error; ",
    ] {
        assert!(text.contains(line), "{text}");
    }
    let json: Value =
        serde_json::from_str(&written(|out| report.write_json("stage", out))).expect("a report");
    let root = ["http://site.example/"];
    let fragment = json!({"url": "http://site.example/page#none", "pages": root});
    assert_eq!(json["missing_fragments"], json!([fragment]));
    let invalid = json!({
        "href": "http://<server>/",
        "why": "not a URL: invalid international domain name",
        "pages": ["http://site.example/", "http://site.example/page"],
    });
    assert_eq!(json["invalid_links"], json!([invalid]));
    assert_eq!(json["backlinks"], json!({"http://site.example/lost": root}));
    assert_eq!(json["records"][0]["external"], json!(true));
    assert_eq!(json["records"][1].get("external"), None);
}
