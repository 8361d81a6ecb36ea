//! Which links a page has, and where they lead.

use common::fetch::http::ContentType;
use common::page::links::has_links;

mod page;

/// Returns the links of an HTML page.
fn links(body: &str) -> Vec<String> {
    page::links("text/html", body)
}

#[test]
fn a_area_and_link_have_an_href() {
    assert_eq!(links("<a href=/1><area href=/2><link href=/3>"), ["/1", "/2", "/3"]);
}

#[test]
fn iframe_and_frame_have_a_src() {
    assert_eq!(links("<iframe src=/1></iframe><frame src=/2>"), ["/1", "/2"]);
}

#[test]
fn other_elements_and_attributes_have_no_links() {
    let page = "<img src=/1><a src=/2><iframe href=/3></iframe><form action=/4><script src=/5></script>\
                <a data-href=/6><abbr href=/7><base src=/8><div href=/9>";
    assert_eq!(links(page), [""; 0]);
}

#[test]
fn relative_links_are_resolved_against_the_page() {
    assert_eq!(links("<a href=a><a href=../b><a href=?c><a href=/d>"), ["/dir/a", "/b", "/dir/page?c", "/d"]);
}

#[test]
fn a_link_without_a_scheme_keeps_the_pages() {
    assert_eq!(links("<a href=//other.example/a>"), ["http://other.example/a"]);
}

#[test]
fn fragments_are_dropped() {
    assert_eq!(links("<a href='/a#b'>"), ["/a"]);
}

#[test]
fn a_fragment_alone_and_an_empty_href_lead_to_the_page_itself() {
    assert_eq!(links("<a href='#top'>"), ["/dir/page?query"]);
    assert_eq!(links("<a href=''><a href>"), ["/dir/page?query"]);
}

#[test]
fn a_fragment_alone_leads_even_to_a_base_that_resolves_nothing_else() {
    assert_eq!(links("<base href=mailto:x><a href='#top'><a href=''>"), ["mailto:x"]);
}

#[test]
fn on_a_file_base_only_absolute_links_count() {
    let hrefs = "<a href=..><a href=/x><a href='#top'><a href=http://a.example/><a href=file:///y>";
    let links = links(&format!("<base href='file:///w:/a:'>{hrefs}"));
    assert_eq!(links, ["http://a.example/", "file:///y"]);
}

#[test]
fn a_missing_host_before_a_fragment_is_no_url() {
    assert_eq!(links("<a href='mailto://@#x'><a href='//@#x'>"), [""; 0]);
}

#[test]
fn a_repeated_link_counts_once_at_its_first_place() {
    assert_eq!(links("<a href=/b><a href=/a><a href='/b#c'><a href='../b'>"), ["/b", "/a"]);
}

#[test]
fn links_of_other_schemes_are_kept() {
    assert_eq!(links("<a href='javascript:f()'><a href=mailto:a@b>"), ["javascript:f()", "mailto:a@b"]);
}

#[test]
fn invalid_urls_are_skipped() {
    assert_eq!(
        links("<a href='http://[/'><a href='http://a b/'><a href='http://h:99999/'><a href=/a>"),
        ["/a"]
    );
}

/// A label of a name has at most 63 bytes (RFC 1035, section 2.3.4).
#[test]
fn a_host_with_a_label_that_no_name_can_have_is_skipped() {
    let long = "\u{4e00}".repeat(64);
    let page = format!("<a href=http://x.{long}.example/><a href='\\\n/u@{long}?'><a href=https:{long}>");
    assert_eq!(links(&page), [""; 0]);
    let page = format!("<a href=http:{long}><a href=//a:{long}@x.example/><a href='//y.example?{long}'>");
    assert_eq!(links(&page).len(), 3, "these are no hosts");
}

#[test]
fn white_space_around_and_line_breaks_within_a_link_are_removed() {
    assert_eq!(links("<a href='\n /a\r\n\tb c \n'>"), ["/ab%20c"]);
}

#[test]
fn a_backslash_is_a_slash() {
    assert_eq!(links(r"<a href='\a\b'>"), ["/a/b"]);
}

#[test]
fn a_base_applies_to_every_link() {
    assert_eq!(links("<base href=http://other.example/x/><a href=a>"), ["http://other.example/x/a"]);
}

#[test]
fn a_base_applies_to_links_before_it() {
    assert_eq!(links("<a href=a><base href=/x/>"), ["/x/a"]);
}

#[test]
fn of_two_bases_the_first_counts() {
    assert_eq!(links("<base href=/x/><base href=/y/><a href=a>"), ["/x/a"]);
}

#[test]
fn a_base_without_an_href_is_ignored() {
    assert_eq!(links("<base target=top><base href=/y/><a href=a>"), ["/y/a"]);
}

#[test]
fn a_base_is_resolved_against_the_page() {
    assert_eq!(links("<base href=sub/><a href=a>"), ["/dir/sub/a"]);
}

#[test]
fn an_invalid_base_is_ignored() {
    assert_eq!(links("<base href='http://['><a href=a>"), ["/dir/a"]);
}

#[test]
fn a_javascript_or_data_base_is_ignored() {
    assert_eq!(links("<base href=javascript:0><a href=a>"), ["/dir/a"]);
    assert_eq!(links("<base href=data:,x><a href=a>"), ["/dir/a"]);
}

#[test]
fn an_empty_href_leads_to_the_base() {
    assert_eq!(links("<base href=/x/><a href=''>"), ["/x/"]);
}

#[test]
fn a_base_is_not_a_link() {
    assert_eq!(links("<base href=/x/>"), [""; 0]);
}

#[test]
fn html_and_xhtml_have_links_and_other_types_have_none() {
    let has_links = |value| has_links(&ContentType::parse(value).unwrap());
    assert!(
        ["text/html", "application/xhtml+xml", "application/xml; x=y", "text/xml"].into_iter().all(has_links)
    );
    assert!(!["text/plain", "text/xsl", "application/json", "image/svg+xml"].into_iter().any(has_links));
}
