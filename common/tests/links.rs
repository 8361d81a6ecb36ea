//! Which links a page has, and where they lead.

use common::fetch::http::ContentType;
use common::page::links::has_links;

mod page;

/// The links of an HTML page; those on its own site without scheme and host.
fn links(body: &str) -> Vec<String> {
    let links = page::links("text/html", body);
    links.iter().map(|link| link.trim_start_matches("http://site.example").to_owned()).collect()
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
fn other_elements_and_attributes_are_no_links() {
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
fn a_fragment_alone_leads_to_a_base_on_which_nothing_else_can_be_resolved() {
    assert_eq!(links("<base href=mailto:x><a href='#top'><a href=''>"), ["mailto:x"]);
}

#[test]
fn on_a_base_among_files_only_absolute_links_count() {
    let hrefs = "<a href=..><a href=/x><a href='#top'><a href=http://a.example/><a href=file:///y>";
    let links = links(&format!("<base href='file:///w:/a:'>{hrefs}"));
    assert_eq!(links, ["http://a.example/", "file:///y"]);
}

#[test]
fn a_host_that_is_missing_before_a_fragment_is_no_url() {
    assert_eq!(links("<a href='mailto://@#x'><a href='//@#x'>"), [""; 0]);
}

#[test]
fn a_link_counts_once_where_it_first_stands() {
    assert_eq!(links("<a href=/b><a href=/a><a href='/b#c'><a href='../b'>"), ["/b", "/a"]);
}

#[test]
fn links_of_other_schemes_are_kept_for_the_scope_to_judge() {
    assert_eq!(links("<a href='javascript:f()'><a href=mailto:a@b>"), ["javascript:f()", "mailto:a@b"]);
}

#[test]
fn what_is_no_url_is_passed_over() {
    assert_eq!(
        links("<a href='http://[/'><a href='http://a b/'><a href='http://h:99999/'><a href=/a>"),
        ["/a"]
    );
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
fn a_base_counts_for_every_link() {
    assert_eq!(links("<base href=http://other.example/x/><a href=a>"), ["http://other.example/x/a"]);
}

#[test]
fn a_base_counts_for_links_before_it() {
    assert_eq!(links("<a href=a><base href=/x/>"), ["/x/a"]);
}

#[test]
fn of_two_bases_the_first_counts() {
    assert_eq!(links("<base href=/x/><base href=/y/><a href=a>"), ["/x/a"]);
}

#[test]
fn a_base_without_an_href_does_not_count() {
    assert_eq!(links("<base target=top><base href=/y/><a href=a>"), ["/y/a"]);
}

#[test]
fn a_base_is_resolved_against_the_page() {
    assert_eq!(links("<base href=sub/><a href=a>"), ["/dir/sub/a"]);
}

#[test]
fn a_base_that_is_no_url_leaves_the_page() {
    assert_eq!(links("<base href='http://['><a href=a>"), ["/dir/a"]);
}

#[test]
fn a_base_of_script_or_data_leaves_the_page() {
    assert_eq!(links("<base href=javascript:0><a href=a>"), ["/dir/a"]);
    assert_eq!(links("<base href=data:,x><a href=a>"), ["/dir/a"]);
}

#[test]
fn an_empty_href_leads_to_the_base() {
    assert_eq!(links("<base href=/x/><a href=''>"), ["/x/"]);
}

#[test]
fn a_base_is_no_link() {
    assert_eq!(links("<base href=/x/>"), [""; 0]);
}

#[test]
fn a_link_of_8000_bytes_is_the_longest() {
    let path = "x".repeat(8000 - "http://site.example/".len());
    let lengths = |body: String| page::links("text/html", body).iter().map(String::len).collect::<Vec<_>>();
    assert_eq!(lengths(format!("<a href='/{path}'><a href='/{path}x'>")), [8000]);
}

#[test]
fn a_base_that_is_too_long_leaves_the_page() {
    let base = "x".repeat(8000);
    assert_eq!(links(&format!("<base href=/{base}/><a href=a>")), ["/dir/a"]);
}

#[test]
fn a_hundred_thousand_links_are_found() {
    let page: String = (0..100_000).map(|n| format!("<a href=/{n}>")).collect();
    assert_eq!(links(&page).last().map(String::as_str), Some("/99999"));
}

#[test]
fn html_and_xhtml_have_links_and_other_types_have_none() {
    let has_links = |value| has_links(&ContentType::parse(value).unwrap());
    assert!(["text/html", "application/xhtml+xml", "application/xml; x=y"].into_iter().all(has_links));
    assert!(!["text/plain", "text/xml", "application/json", "image/svg+xml"].into_iter().any(has_links));
}
