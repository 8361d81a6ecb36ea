//! The crawl on a library for HTTP has the records of the crawl on tokio.

use std::io;

use common::{Job, Options, Record, Report};
use practice_site::{Answer, Site};

#[allow(dead_code, reason = "a test calls its crawl alone")]
#[path = "../examples/with_reqwest.rs"]
mod with_reqwest;

/// Returns what a record says of the site, and not of the moment.
fn facts(record: &Record) -> String {
    let Record { url, status, next_url, found_on, size, links, new_links, tries, .. } = record;
    let failure = record.failure();
    format!("{url} {status:?} {failure:?} {next_url:?} {found_on:?} {size} {links} {new_links} {tries}")
}

#[test]
fn its_report_is_that_of_the_crawl_on_tokio() {
    let pages = [
        ("/page", Answer::html("<a href=/moved>a</a> <a href=/>b</a>")),
        ("/moved", Answer::redirect(302, "/moved-too")),
        ("/moved-too", Answer::redirect(301, "/page")),
        ("/latin", Answer::raw(b"HTTP/1.1 302 Found\r\nLocation: /caf\xE9\r\nContent-Length: 0\r\n\r\n")),
        ("/odd", Answer::raw("HTTP/1.1 200 OK\r\nno header\r\nContent-Length: 3\r\n\r\nodd")),
        ("/lost", Answer::redirect(302, "http://[/")),
        ("/gone", Answer::error(404)),
        ("/busy", Answer::error(503).header("Retry-After", "0")),
        ("/large", Answer::html("x".repeat(10_000))),
        ("/short", Answer::html("short").cut(60)),
        ("/closed", Answer::raw("")),
        ("/reset", Answer::html("reset").reset(10)),
        ("/mail", Answer::raw("220 mail.site.test ESMTP\r\n\r\n")),
    ];
    let links = Answer::links(pages.iter().map(|(path, _)| path));
    let site = Site::builder().page("/", links);
    let site = pages.into_iter().fold(site, |site, (path, answer)| site.page(path, answer)).start().unwrap();
    let report = |crawl: fn(Job) -> io::Result<Report>| -> Vec<_> {
        let options = Options { max_body: 5000, max_tries: 2, ..Options::new([site.url("/")]) };
        crawl(options.into()).unwrap().records.iter().map(facts).collect()
    };
    assert_eq!(report(with_reqwest::crawl), report(work::crawl));
}
