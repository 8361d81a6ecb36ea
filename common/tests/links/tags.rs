//! Which links a page has, and where they lead.

use crate::page::{assert_links, links};

#[test]
fn each_link_comes_once_in_the_order_of_the_page() {
    assert_eq!(links("text/html", "<a href=/b><a href=/a><a href='/b#c'><a href='../b'>"), ["/b", "/a"]);
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
fn every_xml_is_read_by_the_rules_of_xml() {
    for content_type in ["application/xhtml+xml", "application/xml", "text/xml"] {
        assert_eq!(links(content_type, "<title/><a href='/1'/>"), ["/1"]);
    }
}
