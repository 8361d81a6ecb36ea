//! Which links a page has, and where they lead.

use crate::page::{assert_links, links};

#[test]
fn links_are_the_href_or_src_of_some_elements() {
    assert_links(
        "text/html",
        &[
            ("<a href=/1><area href=/2><link href=/3>", "/1 /2 /3"),
            ("<iframe src=/1></iframe><frame src=/2>", "/1 /2"),
            ("<img src=/1><a src=/2><iframe href=/3></iframe><form action=/4><script src=/5></script>", ""),
            ("<a data-href=/6><abbr href=/7><base src=/8><div href=/9>", ""),
        ],
    );
}

#[test]
fn a_link_is_resolved_against_the_page() {
    assert_links(
        "text/html",
        &[
            ("<a href=a><a href=../b><a href=?c><a href=/d>", "/dir/a /b /dir/page?c /d"),
            ("<a href=//other.example/a>", "http://other.example/a"),
            ("<a href='/a#b'>", "/a"),
            ("<a href='#top'><a href=''><a href>", "/dir/page?query"),
            ("<a href=/b><a href=/a><a href='/b#c'><a href='../b'>", "/b /a"),
            ("<a href='javascript:f()'><a href=mailto:a@b>", "javascript:f() mailto:a@b"),
            ("<a href='http://[/'><a href='http://a b/'><a href='http://h:99999/'><a href=/a>", "/a"),
            // A missing host before a fragment is no URL.
            ("<a href='mailto://@#x'><a href='//@#x'>", ""),
            // White space around a link, and line breaks within it, are removed.
            ("<a href='\n /a\r\n\tb c \n'>", "/ab%20c"),
            (r"<a href='\a\b'>", "/a/b"),
        ],
    );
}

/// A label of a name has at most 63 bytes (RFC 1035, section 2.3.4).
#[test]
fn a_host_with_a_label_that_no_name_can_have_is_skipped() {
    let long = "\u{4e00}".repeat(64);
    let page = format!("<a href=http://x.{long}.example/><a href='\\\n/u@{long}?'><a href=https:{long}>");
    assert_eq!(links("text/html", page), [""; 0]);
    let page = format!("<a href=http:{long}><a href=//a:{long}@x.example/><a href='//y.example?{long}'>");
    assert_eq!(links("text/html", page).len(), 3, "these are no hosts");
}

/// `oracle` compares many more pages with complete parsers, but not these: they have errors.
#[test]
fn svg_ends_with_the_end_tag_of_an_element_around_it() {
    assert_links(
        "text/html",
        &[
            ("<a href=/1><svg><path></a><script><a href=/2></script>", "/1"),
            ("<button><svg></svg><svg></button><title><a href=/1></title><a href=/2>", "/2"),
            ("<a></a><svg><path/></path></a></section></svg ><svg></a><title/><a href=/1>", "/1"),
            ("<div><svg><foreignObject></div></foreignObject><style/><a href=/1>", "/1"),
            ("<svg><g></body><style/><a href=/1>", "/1"),
            ("<template><svg><a href=1></template><a href=2>", "/dir/2"),
            // A slash in a value closes no element.
            ("<svg a=b/><style><a href=/1>", "/1"),
            ("<svg a=b /><style><a href=/1>", ""),
        ],
    );
    let (begin, end) = ("<g>".repeat(100), "</g>".repeat(100));
    let deep = format!("<svg>{begin}{end}<style/><a href=/1></svg><style><a href=/2>");
    assert_eq!(links("text/html", deep), ["/1"]);
}

#[test]
fn xhtml_is_read_by_the_rules_of_xml() {
    assert_links(
        "application/xhtml+xml",
        &[
            ("<script/><a href='/1'/>", "/1"),
            ("<p><!-- --!><a href='/1'/>--><a href='/2'/></p>", "/2"),
            ("<title><a href='/1'/></title><iframe src='/2'><a href='/3'/>", "/1 /2 /3"),
        ],
    );
    assert_links("application/xml", &[("<title/><a href='/1'/>", "/1")]);
}
