//! What is broken, as text, as annotations and as JUnit's XML.

use common::crawl::checks::Checks;
use common::fetch::http::ContentType;
use common::{Cause, FetchError, Frontier, Options, Outcome, Phase, Report, Response};
use program::check::{Broken, broken, write_annotations, write_check};
use program::junit::write_junit;
use roxmltree::Document;
use url::Url;

/// Returns the report of a site with something broken of each kind.
fn report(backlinks: bool) -> Report {
    let root = Url::parse("http://site.example/").unwrap();
    let checks = Checks { backlinks, fragments: true, ..Checks::default() };
    let options = Options { checks, ..Options::new([root]) };
    let mut frontier = Frontier::new(&options);
    let mut targets = frontier.roots();
    while let Some(target) = targets.pop() {
        let page = |body: &str| Response {
            body: body.into(),
            content_type: ContentType::parse("text/html"),
            ..answer(200)
        };
        let fetched = match target.url.path() {
            "/" => Ok(page(
                "<a href=/page><a href=/old?a=1&b=2><a href=/late><a href=/secret><a href=/page#none>",
            )),
            "/page" => Ok(page("<a href=/lost><a href=/old?a=1&b=2>")),
            "/old" => Ok(Response { location: Some("/lost".into()), ..answer(301) }),
            "/late" => Err(Cause::BadResponse("it says \"<\u{1b}[1m&\u{0}\u{fffe}>\"".into())),
            "/secret" => Ok(answer(403)),
            _ => Ok(answer(404)),
        };
        let failed = |cause| FetchError::new(&target.url, Phase::Reading, 4, Default::default(), cause);
        let outcome = Outcome::of(&target, fetched.map_err(failed), &options);
        targets.extend(frontier.settle(target, outcome));
    }
    frontier.into_report()
}

fn answer(status: u16) -> Response {
    Response { status, tries: 2, ..Response::default() }
}

fn written(write: impl FnOnce(&mut Vec<u8>) -> std::io::Result<()>) -> String {
    let mut out = Vec::new();
    write(&mut out).unwrap();
    String::from_utf8(out).unwrap()
}

#[test]
fn each_broken_link_stands_with_its_try_and_every_page_that_has_it() {
    let text = written(|out| write_check(&report(true), &[403, 500], false, out));
    let (list, totals) = text.rsplit_once("\n\n").unwrap();
    assert_eq!(
        list,
        "http://site.example/late
    bad answer: it says \"<\\u{1b}[1m&\\0\\u{fffe}>\" while reading (try 4)
    found on http://site.example/

http://site.example/lost
    404 (try 2)
    found on http://site.example/page
    redirected from http://site.example/old?a=1&b=2
    found on http://site.example/
    found on http://site.example/page

http://site.example/page#none
    no such fragment in the page
    found on http://site.example/"
    );
    let expected =
        "3 broken: 404 (1), bad-response (1), fragment (1) (1 accepted); 2 pages, 1 redirect, 3 errors; ";
    assert!(totals.starts_with(expected), "{totals}");
    assert!(!text.contains('\u{1b}'), "no colours are asked for");
    let coloured = written(|out| write_check(&report(true), &[403, 500], true, out));
    assert_eq!(anstream::adapter::strip_str(&coloured).to_string().lines().count(), text.lines().count());
    assert!(coloured.contains("\u{1b}["));
}

#[test]
fn without_a_failure_only_the_totals_are_written() {
    let report = Frontier::new(&Options::new([])).into_report();
    let text = written(|out| write_check(&report, &[], true, out));
    assert_eq!((text.contains("nothing broken; 0 pages"), text.lines().count()), (true, 1), "{text}");
}

/// If the crawl has not noted all pages, the first one is known.
#[test]
fn a_failure_without_backlinks_names_its_first_page() {
    let broken = broken(&report(false), &[]);
    let lost = broken.iter().find(|broken| broken.url.ends_with("/lost")).unwrap();
    let [page, old, root] = ["page", "old?a=1&b=2", ""].map(|path| format!("http://site.example/{path}"));
    let [page, old, root] = [("found on", page), ("redirected from", old), ("found on", root)]
        .map(|(how, url)| format!("{how} {url}"));
    assert_eq!(lost.found, [page, old, root]);
}

/// As `@actions/core` escapes them.
#[test]
fn an_annotation_is_one_line_whatever_is_in_it() {
    let found = vec!["found on a,b".to_owned(), "100%\r::error::".to_owned()];
    let broken = Broken { url: "http://x/".into(), kind: "a:b,c%\n".into(), why: "it,\nbroke".into(), found };
    assert_eq!(
        written(|out| write_annotations(&[broken], out)),
        "::error title=Broken link%3A a%3Ab%2Cc%25%0A::http://x/: it,%0Abroke%0Afound on a,b%0A100%25%0D::error::\n"
    );
}

#[test]
fn junit_has_a_test_case_for_each_url_and_each_missing_fragment() {
    for (accept, expected) in [(&[][..], 4), (&[403], 3)] {
        let report = report(true);
        let text = written(|out| write_junit(&report, "stage <4>", accept, out));
        let xml = Document::parse(&text).unwrap();
        let suites = xml.root_element();
        let suite = suites.first_element_child().unwrap();
        assert_eq!((suites.tag_name().name(), suite.tag_name().name()), ("testsuites", "testsuite"));
        assert_eq!(suite.attribute("name"), Some("stage <4>"));
        let cases: Vec<_> = suite.children().filter(|node| node.has_tag_name("testcase")).collect();
        let names: Vec<_> = cases.iter().filter_map(|case| case.attribute("name")).collect();
        let urls: Vec<_> = report.records.iter().map(|record| record.url.as_str()).collect();
        assert_eq!(names, [&urls[..], &["http://site.example/page#none"]].concat());
        let failures: Vec<_> = cases.iter().filter_map(|case| case.first_element_child()).collect();
        assert_eq!(failures.len(), expected);
        for (count, name) in [(cases.len(), "tests"), (expected, "failures"), (0, "errors")] {
            for of in [suite, suites] {
                assert_eq!(of.attribute(name), Some(&*count.to_string()), "{name}");
            }
        }
        assert_eq!(failures[0].attribute("type"), Some("bad-response"));
        assert!(failures[0].attribute("message").unwrap().contains("says \"<\\u{1b}[1m&"));
        assert_eq!(failures[0].text(), Some("found on http://site.example/"));
    }
}

/// XML 1.0, section 2.2, has no other control characters.
#[test]
fn junit_leaves_out_what_xml_does_not_have() {
    let stage: String = (0..=0x7f).map(char::from).chain(['\u{fffe}', '\u{ffff}', '\u{fffd}', 'é']).collect();
    let report = Frontier::new(&Options::new([])).into_report();
    let text = written(|out| write_junit(&report, &stage, &[], out));
    let name = Document::parse(&text).unwrap().root_element().attribute("name").map(ToOwned::to_owned);
    // The white space of an attribute is read as spaces.
    let expected: String =
        "   ".chars().chain((0x20..=0x7f).map(char::from)).chain(['\u{fffd}', 'é']).collect();
    assert_eq!(name, Some(expected));
}
