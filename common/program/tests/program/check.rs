//! What is broken, as text, as annotations and as JUnit's XML.

use common::crawl::options::Checks;
use common::{Cause, Options, Report};
use common_fuzz::offline;
use common_fuzz::offline::{answer, options, page, redirect, settle, written};
use program::check::{broken, write_check};
use program::junit::write_junit;
use roxmltree::Document;

/// Returns the report of a site with something broken of each kind.
fn report() -> Report {
    let checks = Checks { backlinks: true, fragments: true, ..Checks::default() };
    let options = Options { checks, ..options(&["/"]) };
    let mut frontier = offline::frontier(&options);
    let mut targets = frontier.roots();
    let copies: Vec<_> = (10..23).map(|copy| format!("/copy/{copy}")).collect();
    let copies = copies.iter().map(String::as_str);
    let links = ["/page", "/old?a=1&b=2", "/late", "/secret", "/page#no%", "//[&lt;%&#27;]/"];
    let links = links.into_iter().chain(copies);
    let links: Vec<_> = links.collect();
    while let Some(target) = targets.pop() {
        let fetched = match target.url.path() {
            "/" => Ok(page(&links)),
            "/page" => Ok(page(&["/lost", "/old?a=1&b=2", "//[&lt;%&#27;]/"])),
            "/old" => Ok(redirect("/lost")),
            "/late" => Err(Cause::BadResponse("it says \"<\u{1b}[1m&\u{0}\u{fffe}>\"".into())),
            "/secret" => Ok(answer(403, "")),
            path if path.starts_with("/copy") => Ok(page(&["/everywhere"])),
            _ => Ok(answer(404, "")),
        };
        targets.extend(settle(&mut frontier, target, fetched, &options));
    }
    frontier.finish()
}

#[test]
fn each_broken_link_stands_with_its_try_and_up_to_ten_pages_that_have_it() {
    let report = report();
    let text = written(|out| write_check(&report, &broken(&report, &[403, 500]), out));
    let (list, totals) = text.rsplit_once("\n\n").unwrap();
    let copies: String =
        (10..20).map(|copy| format!("    found on http://site.example/copy/{copy}\n")).collect();
    assert_eq!(
        list,
        format!(
            "http://site.example/everywhere
    404 (try 1)
{copies}    found on 3 more pages

http://site.example/late
    bad answer: it says \"<\\u{{1b}}[1m&\\0\\u{{fffe}}>\" while reading (try 2)
    found on http://site.example/

http://site.example/lost
    404 (try 1)
    found on http://site.example/page
    redirected from http://site.example/old?a=1&b=2
    found on http://site.example/
    found on http://site.example/page

http://site.example/page#no%
    no such fragment in the page
    found on http://site.example/

//[<%\\u{{1b}}]/
    not a URL: invalid IPv6 address
    found on http://site.example/
    found on http://site.example/page"
        )
    );
    let expected = "5 broken: 404 (2), bad-response (1), fragment (1), invalid-url (1); 15 pages, 1 redirect, 4 errors; ";
    assert!(totals.starts_with(expected), "{totals}");
}

#[test]
fn junit_has_a_test_case_for_each_url_each_missing_fragment_and_each_link_that_is_no_url() {
    let report = report();
    let text = written(|out| write_junit(&report, "stage4-async", &broken(&report, &[403]), out));
    let xml = Document::parse(&text).unwrap();
    let suite = xml.root_element().first_element_child().unwrap();
    assert_eq!((xml.root_element().tag_name().name(), suite.tag_name().name()), ("testsuites", "testsuite"));
    let cases: Vec<_> = suite.children().filter(|node| node.has_tag_name("testcase")).collect();
    let names: Vec<_> = cases.iter().filter_map(|case| case.attribute("name")).collect();
    let urls: Vec<_> = report.records.iter().map(|record| record.url.as_str()).collect();
    let others = ["http://site.example/page#no%", "//[<%\\u{1b}]/"];
    assert_eq!(names, [&urls[..], &others].concat());
    assert!(cases.iter().all(|case| case.attribute("classname") == Some("site.example")));
    for (name, count) in [("tests", cases.len()), ("failures", 5), ("errors", 0)] {
        assert_eq!(suite.attribute(name), Some(&*count.to_string()), "{name}");
    }
    let failures: Vec<_> = cases.iter().filter_map(|case| case.first_element_child()).collect();
    assert_eq!(failures.len(), 5);
    assert_eq!(failures[1].attribute("type"), Some("bad-response"));
    assert!(failures[1].attribute("message").unwrap().contains("says \"<\\u{1b}[1m&"));
    assert_eq!(failures[1].text(), Some("found on http://site.example/"));
    assert_eq!(failures[4].attribute("type"), Some("invalid-url"));
    assert_eq!(failures[4].text(), Some("found on http://site.example/\nfound on http://site.example/page"));
}

/// Without its user, an href may look like a URL of the report.
#[test]
fn a_link_that_is_no_url_does_not_break_the_url_that_it_looks_like() {
    let options = Options { checks: Checks { backlinks: true, ..Checks::default() }, ..options(&["/"]) };
    let report = offline::report(&options, [Ok(page(&["http://[/@site.example/"]))]);
    let text = written(|out| write_junit(&report, "stage4-async", &broken(&report, &[]), out));
    let xml = Document::parse(&text).unwrap();
    let cases: Vec<_> = xml.descendants().filter(|node| node.has_tag_name("testcase")).collect();
    assert!(cases.iter().all(|case| case.attribute("name") == Some("http://site.example/")), "{text}");
    assert_eq!(cases.iter().map(|case| case.has_children()).collect::<Vec<_>>(), [false, true]);
}

/// The kind and the message are what a damaged journal may have.
#[test]
fn junit_is_well_formed_whatever_a_host_a_kind_and_a_message_contain() {
    let roots = ["http://a.example&utm_source=x/", "http://a.example\"'/?\"'<>&]]>"];
    let special =
        (0..0x3000).chain(0xd000..0x1_0000).filter_map(char::from_u32).collect::<String>() + "]]>&lt;\0";
    let told = |message: String| Cause::Told { kind: message.clone(), message };
    let report = offline::report(&options(&roots), roots.map(|_| Err(told(special.clone()))));
    let text = written(|out| write_junit(&report, "stage4-async", &broken(&report, &[]), out));
    let xml = Document::parse(&text).unwrap_or_else(|error| panic!("{error}"));
    let read = |name| xml.descendants().filter_map(|node| node.attribute(name)).collect::<Vec<_>>();
    assert_eq!(read("classname"), ["a.example\"'", "a.example&utm_source=x"]);
    assert!(
        read("type").iter().chain(&read("message")).all(|text| text.contains("\\u{fffe}\\u{ffff}]]>&lt;\\0"))
    );
}
