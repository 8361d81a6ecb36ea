//! What a crawl checks beyond the pages that it reads.

use common::crawl::checks::Checks;
use common::crawl::target::Kind;
use common::{Frontier, Options};
use serde_json::{Value, json};

mod web;

use web::{answer, options, outcome, page, redirect, written};

fn checking(checks: Checks, roots: &[&str]) -> Options {
    Options { checks, ..options(roots) }
}

fn external() -> Options {
    checking(Checks { external: true, ..Checks::default() }, &["/"])
}

/// A chain of redirects may leave the scope and return: its URLs are what they would be as links.
#[test]
fn a_redirect_out_of_scope_is_checked_and_one_into_it_is_crawled() {
    for (options, fetched) in [
        (external(), &["/", "http://a.example/", "/back", "/behind"][..]),
        (options(&["/"]), &["/"]),
        (Options { exclude: vec![regex_lite::Regex::new("a[.]example").unwrap()], ..external() }, &["/"]),
    ] {
        let mut frontier = Frontier::new(&options);
        let mut targets = frontier.roots();
        let mut seen = Vec::new();
        while let Some(target) = targets.pop() {
            assert_eq!(target.kind == Kind::External, target.url.host_str() == Some("a.example"));
            seen.push(target.url.to_string().replacen("http://site.example", "", 1));
            let response = match seen.last().map(String::as_str) {
                Some("/") => redirect("http://a.example/"),
                Some("http://a.example/") => redirect("http://site.example/back"),
                Some("/back") => page(&["/behind"]),
                _ => page(&[]),
            };
            let outcome = outcome(&target, response, &options);
            targets.extend(frontier.settle(target, outcome));
        }
        assert_eq!(seen, fetched);
    }
}

#[test]
fn the_report_has_what_the_checks_found() {
    let links = ["/page#none", "/lost"];
    let checks = Checks { backlinks: true, external: true, fragments: true };
    let report = web::crawl(&checking(checks, &["/"]), |path| match path {
        "/" => page(&links),
        "/page" => page(&["http://a.example/fine"]),
        "/lost" => answer(404, ""),
        _ => answer(200, ""),
    });
    let text = web::text(&report);
    for line in [
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
    assert_eq!(json["backlinks"], json!({"http://site.example/lost": root}));
    assert_eq!(json["records"][0]["external"], json!(true));
    assert_eq!(json["records"][1].get("external"), None);
}
