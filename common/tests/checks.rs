//! What a crawl checks beyond the pages that it reads.

use std::sync::Arc;

use common::crawl::checks::Checks;
use common::crawl::target::Kind;
use common::{Frontier, Options, Response, Target};
use serde_json::{Value, json};

mod web;

use web::{answer, options, outcome, page, redirect, url, written};

fn checking(checks: Checks, roots: &[&str]) -> Options {
    Options { checks, ..options(roots) }
}

fn external() -> Options {
    checking(Checks { external: true, ..Checks::default() }, &["/"])
}

/// Returns an HTML page.
fn html(body: impl Into<Vec<u8>>) -> Response {
    Response { body: body.into(), ..page(&[]) }
}

/// Settles `target`, and returns the URLs out of scope that may be fetched then.
fn settle(frontier: &mut Frontier, target: Target, response: Response, options: &Options) -> Vec<String> {
    let outcome = outcome(&target, response, options);
    let external =
        frontier.settle(target, outcome).into_iter().filter(|target| target.kind == Kind::External);
    external.map(|target| target.url.to_string()).collect()
}

#[test]
fn two_urls_of_a_host_out_of_scope_are_fetched_at_a_time_and_each_once() {
    let options = external();
    let mut frontier = Frontier::new(&options);
    let root = frontier.roots().remove(0);
    let links: Vec<_> = (1..=4).map(|number| format!("http://a.example/{number}")).collect();
    let other = ["/in", "http://b.example:81/", "https://a.example/", "mailto:a@a.example"];
    let links: Vec<_> = links.iter().map(String::as_str).chain(other).collect();
    let mut settle = |target, response| settle(&mut frontier, target, response, &options);
    let first = settle(root, page(&links));
    assert_eq!(first, ["http://a.example/1", "http://a.example/2", "http://b.example:81/"]);
    let target = |link: &str| Target::external(Arc::new(url(link)));
    // Its links are not read.
    assert_eq!(settle(target(&first[2]), page(&["http://c.example/"])), [""; 0]);
    assert_eq!(settle(target(&first[0]), redirect("/5")), ["http://a.example/3"]);
    assert_eq!(settle(target(&first[1]), answer(404, "")), ["http://a.example/4"]);
    assert_eq!(settle(Target::page(Arc::new(url("/in"))), page(&links)), [""; 0]);
    assert_eq!(settle(target("http://a.example/3"), answer(200, "")), ["http://a.example/5"]);
    assert_eq!(settle(target("http://a.example/4"), answer(200, "")), [""; 0]);
    assert_eq!(settle(target("http://a.example/5"), answer(200, "")), [""; 0]);
    let report = frontier.into_report();
    assert_eq!((report.unfinished, report.skipped_https.count), (0, 1));
    let root = report.record(&url("/")).unwrap();
    assert_eq!((root.links, root.new_links), (1, 1), "links count in scope alone");
    let summary = report.summary();
    assert_eq!([summary.pages, summary.redirects, summary.errors, summary.external], [2, 1, 1, 4]);
    let lost = report.record(&url("http://a.example/2")).unwrap();
    assert_eq!((lost.is_external, lost.found_on.as_deref()), (true, Some(&url("/"))));
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
        "/page" => html("<a href=http://a.example/fine>"),
        "/lost" => answer(404, ""),
        _ => answer(200, ""),
    });
    let text = web::text(&report);
    for line in [
        "  0.0 ms  http://a.example/fine  external  found on http://site.example/page\n",
        "- ms  http://site.example/page#none  no such fragment  found on http://site.example/\n",
        "2 pages, 0 redirects, 1 error, 1 external URL; ",
    ] {
        assert!(text.contains(line), "{text}");
    }
    let json: Value =
        serde_json::from_str(&written(|out| report.write_json("stage", out))).expect("a report");
    let root = ["http://site.example/"];
    let fragment = json!({"url": "http://site.example/page#none", "pages": root});
    assert_eq!(json["missing_fragments"], json!([fragment]));
    assert_eq!(json["backlinks"], json!({"http://site.example/lost": root}));
    assert_eq!((&json["records"][0]["external"], &json["summary"]["external"]), (&json!(true), &json!(1)));
    assert_eq!(json["records"][1].get("external"), None);
}
