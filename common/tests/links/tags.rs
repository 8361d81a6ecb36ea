//! Which links a page has, and where they lead.

use common::fetch::http::ContentType;
use common::page::links::{Links, NoUrl, Wanted};
use regex_lite::Regex;
use url::Url;

use crate::page::links;

#[test]
fn each_link_comes_once_in_the_order_of_the_page() {
    assert_eq!(links("text/html", "<a href=/b><a href=/a><a href='/b#c'><a href='../b'>"), ["/b", "/a"]);
}

/// A label of a name has at most 63 bytes (RFC 1035, section 2.3.4).
#[test]
fn a_host_with_a_label_that_no_name_can_have_is_skipped() {
    let long = "\u{4e00}".repeat(64);
    let page = format!("<a href=http://x.{long}.example/><a href='\\\n/u@{long}?'><a href=https:{long}>");
    assert_eq!(links("text/html", &page), [""; 0]);
    let why = " no host: a part of its name is longer than 63 characters";
    assert!(invalid(&page, &[]).iter().all(|found| found.ends_with(why)));
    let page = format!("<a href=http:{long}><a href=//a:{long}@x.example/><a href='//y.example?{long}'>");
    assert_eq!(links("text/html", page).len(), 3, "these are no hosts");
}

#[test]
fn a_frame_is_a_link_wherever_it_stands() {
    assert_eq!(
        links("text/html", "<frameset><frame src=/a></frameset><div><FRAME SRC=/b></div>"),
        ["/a", "/b"]
    );
}

// node-linkchecker 3: broken links in SVG.
#[test]
fn every_xml_is_read_by_the_rules_of_xml() {
    for content_type in ["application/xhtml+xml", "application/xml", "text/xml", "image/SVG+XML", "x/y+xml"] {
        assert_eq!(links(content_type, "<title/><a href='/1'/>"), ["/1"]);
    }
}

// broken-link-checker 92: links in a drawing. Editors declare its namespaces as entities.
#[test]
fn the_prefix_xlink_needs_no_namespace() {
    let drawing = "<!DOCTYPE svg [<!ENTITY x 'http://www.w3.org/1999/xlink'>]>
        <svg xmlns:xlink='&x;' xmlns:y='&x;'><a xlink:href='/1'/><a y:href='/2'/></svg>";
    assert_eq!(links("image/svg+xml", drawing), ["/1"]);
}

/// Returns what an HTML page has in place of URLs: text, and what is wrong with it.
fn invalid(body: &str, exclude: &[Regex]) -> Vec<String> {
    let wanted = Wanted { invalid: true, exclude, ..Wanted::default() };
    let page = Url::parse("http://site.example/").expect("a URL");
    let found =
        Links::of_page(body.as_bytes(), &page, &ContentType::parse("text/html").expect("a type"), &wanted);
    found.invalid.into_iter().map(|NoUrl { href, why }| format!("{href} {why}")).collect()
}

// html-proofer 465: a link that is no URL. A click on it leads nowhere (WHATWG HTML, section 4.6.4).
#[test]
fn an_href_that_is_no_url_is_named_with_what_is_wrong() {
    for (href, expected) in [
        ("http://&lt;servername&gt;/x", "http://<servername>/x not a URL: invalid international domain name"),
        ("http://localhost:99999/", "http://localhost:99999/ not a URL: invalid port number"),
        ("https://[::1#x", "https://[::1 not a URL: invalid IPv6 address"),
        (" http://a b/\n", "http://a b/ not a URL: invalid international domain name"),
        ("http://1.2.3.4.5/", "http://1.2.3.4.5/ not a URL: invalid IPv4 address"),
        ("https://", "https:// not a URL: empty host"),
        ("//", "// not a URL: empty host"),
        ("http://me:secret@[/", "http://[/ not a URL: invalid IPv6 address"),
        ("ftp://h:x/\u{1b}\u{202e}", "ftp://h:x/\\u{1b}\\u{202e} not a URL: invalid port number"),
    ] {
        assert_eq!(invalid(&format!("<a href='{href}'>"), &[]), [expected]);
    }
    for url in
        ["mailto:a@b", "tel:+1", "foo:bar", "javascript:f(", "data:,<x", "about:blank", "", "#", "?", "%zz"]
    {
        assert_eq!(invalid(&format!("<a href='{url}'>"), &[]), [""; 0], "{url}");
    }
}

#[test]
fn every_link_and_a_base_may_be_no_url() {
    for (body, count) in [
        ("<a href='//['><area href='//('><a href='//['>", 1),
        ("<link href='//['><iframe src='//:x'></iframe><meta http-equiv=refresh content='0; url=//]'>", 3),
        ("<base href='//['><a href=x>", 1),
        ("<template><a href='//['></template><!-- <a href='//['> --><img src='//['>", 0),
        ("<link rel=preconnect href='//['>", 0),
        // A base without a hierarchy has no paths; on a `file:` one, paths lead to files.
        ("<base href=mailto:x><a href=/x>", 1),
        ("<base href=file:///x/><a href=/x>", 0),
    ] {
        assert_eq!(invalid(body, &[]).len(), count, "{body}");
    }
    let exclude = [Regex::new("^http://<").expect("a regex")];
    assert_eq!(invalid("<a href='http://<x>/'><a href='//['>", &exclude).len(), 1);
}
