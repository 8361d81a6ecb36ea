//! `cargo workshop site` with a generated site: how many pages, which links, which bytes.

mod site_program;

use std::collections::BTreeSet;
use std::time::{Duration, Instant};

use common::Report;
use site_program::{Program, links, run};

/// The pages that a crawl has found, each of which was answered.
fn found(report: &Report) -> BTreeSet<String> {
    let records = report.records.iter();
    assert!(report.records.iter().all(|record| record.status == Some(200)));
    records.map(|record| record.url.path().to_owned()).collect()
}

/// The paths of a site with so many pages.
fn all(pages: usize) -> BTreeSet<String> {
    let others = (1..pages).map(|page| format!("/page/{page}"));
    others.chain(["/".to_owned()]).collect()
}

#[test]
fn every_page_can_be_reached() {
    for (pages, links) in
        [("1", None), ("2", Some("1")), ("60", Some("1")), ("300", Some("2")), ("800", None)]
    {
        let links = links.map_or_else(Vec::new, |links| vec!["--links", links]);
        let site = Program::start(&[&["--pages", pages][..], &links].concat());
        assert_eq!(found(&site.crawl()), all(pages.parse().unwrap()), "{pages} pages, {links:?}");
    }
}

#[test]
fn each_page_has_as_many_links_and_bytes_as_it_was_told() {
    let site = Program::start(&["--pages", "40", "--links", "7", "--size", "3000"]);
    for record in site.crawl().records {
        assert_eq!((record.links, record.size), (7, 3000), "{}", record.url);
    }
}

#[test]
fn each_page_can_link_to_all_the_others() {
    let site = Program::start(&["--pages", "12", "--links", "11"]);
    for path in all(12) {
        let mut others = all(12);
        others.remove(&path);
        assert_eq!(links(&site.body(&path)), others.iter().map(String::as_str).collect());
    }
}

#[test]
fn a_size_below_that_of_the_links_leaves_out_the_text() {
    let site = Program::start(&["--pages", "40", "--size", "0"]);
    let body = site.body("/");
    assert_eq!(links(&body).len(), 10);
    assert!(body.ends_with("</ul>\n"), "{body}");
    let exact = body.len();
    for size in exact..exact + 80 {
        let site = Program::start(&["--pages", "40", "--size", &size.to_string()]);
        assert_eq!(site.body("/").len(), size);
    }
}

#[test]
fn the_seed_decides_on_every_byte() {
    let start = |seed| Program::start(&["--pages", "30", "--links", "3", "--seed", seed]);
    let (one, same, other) = (start("7"), start("7"), start("8"));
    for path in all(30) {
        assert_eq!(one.get(&path), same.get(&path));
        assert_ne!(one.body(&path), other.body(&path));
    }
    assert!(all(30).iter().any(|path| links(&one.body(path)) != links(&other.body(path))));
}

#[test]
fn there_is_no_page_beyond_the_last_and_no_second_address() {
    let site = Program::start(&["--pages", "3"]);
    for path in ["/page/0", "/page/3", "/page/01", "/page/+1", "/page/", "/page/x", "/other"] {
        assert!(site.get(path).starts_with("HTTP/1.0 404 "), "{path}");
    }
}

#[test]
fn a_latency_alone_makes_a_site_whose_answers_are_that_late() {
    let site = Program::start(&["--latency", "200"]);
    let started = Instant::now();
    site.get("/page/99");
    // No sooner: that is what a latency promises.
    assert!(started.elapsed() >= Duration::from_millis(200));
    assert!(site.get("/page/100").starts_with("HTTP/1.0 404 "));
}

#[test]
fn the_front_page_can_link_to_all_and_be_there_at_once() {
    let site = Program::start(&[
        "--pages",
        "30",
        "--front-links",
        "29",
        "--links",
        "0",
        "--latency",
        "200",
        "--front-latency",
        "0",
    ]);
    let report = site.crawl();
    assert_eq!(found(&report), all(30));
    for record in &report.records {
        let is_front = record.url.path() == "/";
        assert_eq!(record.links, if is_front { 29 } else { 0 }, "{}", record.url);
        assert!(is_front || record.elapsed >= Duration::from_millis(200), "{}", record.url);
    }
}

#[test]
fn pages_without_a_link_to_them_are_refused() {
    for (arguments, says) in [
        (&["--pages", "30", "--links", "0"][..], "--front-links 29"),
        (&["--pages", "30", "--front-links", "30"], "--front-links 30"),
        (&["--pages", "30", "--links", "0", "--front-links", "28"], "--front-links 29"),
    ] {
        let output = run(arguments);
        let stderr = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{stderr}");
        assert!(stderr.contains(says), "{stderr}");
    }
}
