//! Limits on the links of a page, and on the pages of a crawl.

use common::Options;
use common::fetch::http::ContentType;
use common::page::links::{Links, LongUrl, MAX_LINKS, MAX_LINKS_BYTES, MAX_URL};
use common_fuzz::web::{options, page, redirect, report, text, url};
use url::Url;

/// Returns the links of the page at `/`.
fn links(body: &str) -> Links {
    of_page(body, &url("/"))
}

fn of_page(body: &str, page: &Url) -> Links {
    Links::of_page(body.as_bytes(), page, &ContentType::parse("text/html").expect("a type"), false)
}

/// Returns a page with this many different links.
fn many(count: usize) -> String {
    (0..count).map(|number| format!("<a href={number}>")).collect()
}

/// Returns a URL of `size` bytes.
fn of_size(size: usize) -> String {
    format!("http://site.example/{}", "x".repeat(size - "http://site.example/".len()))
}

#[test]
fn links_up_to_the_limit_are_read() {
    let Links { urls, beyond, .. } = links(&many(MAX_LINKS));
    assert_eq!((urls.len(), beyond), (MAX_LINKS, 0));
    assert_eq!(links(&(many(MAX_LINKS) + "<a href=0><a href=y>")).beyond, 1);
}

#[test]
fn the_links_of_a_page_have_a_limit_in_bytes_towards_which_long_ones_count() {
    let base = of_size(MAX_URL - 10);
    let Links { urls, long, beyond, .. } = links(&format!("<base href={base}/>{}", many(10_000)));
    let bytes: usize = urls.iter().map(|url| url.as_str().len()).sum();
    assert!((MAX_LINKS_BYTES..MAX_LINKS_BYTES + MAX_URL).contains(&bytes), "{bytes}");
    assert_eq!((urls.len() + beyond, long.len()), (10_000, 0));
    let page = Url::parse(&(of_size(MAX_URL) + "/")).expect("a URL");
    let found = of_page(&many(10_000), &page);
    assert_eq!((found.urls.len(), found.long.len() + found.beyond), (0, 10_000));
    assert!(found.long.len() <= MAX_LINKS_BYTES / MAX_URL + 1, "{}", found.long.len());
}

#[test]
fn a_base_that_is_too_long_is_counted_and_ignored() {
    for size in [MAX_URL + 1, 400_000] {
        let found = links(&format!("<base href={}/><a href=a>", of_size(size)));
        assert_eq!((found.urls, found.long.len()), (vec![url("/a")], 1));
    }
}

#[test]
fn a_url_of_more_than_8000_bytes_is_too_long() {
    let long = |text: &str| LongUrl::of(&Url::parse(text).expect("a URL"));
    assert_eq!(long(&of_size(MAX_URL)), None);
    let shown = long(&of_size(MAX_URL + 1)).expect("it is too long").to_string();
    assert!(shown.starts_with("http://site.example/xxx") && shown.ends_with("… (8001 bytes)"), "{shown}");
    assert_eq!(long(&format!("data:,{}", "x".repeat(MAX_URL))), None, "only HTTP(S) is noted");
    let start = of_size(MAX_URL);
    let found = links(&format!("<a href={start}1><a href={start}2><a href={start}1#x>"));
    assert_eq!((found.urls.len(), found.long.len()), (0, 2), "they differ in the part that is not shown");
}

#[test]
fn a_link_far_too_long_is_counted_without_being_resolved() {
    let far = |n: usize| format!("{n}{}", "x".repeat(400_000));
    let body = format!("<a href={0}><a href={0}#x><a href=/{1}><a href='data:,{0}'>", far(1), far(2));
    let found = links(&body);
    let shown: Vec<_> = found.long.iter().map(ToString::to_string).collect();
    assert_eq!((found.urls.len(), shown.len()), (0, 2), "data: is not followed at any length");
    assert!(
        shown[0].starts_with("http://site.example/1xxx") && shown[0].ends_with("x… (400001 bytes)"),
        "{shown:?}"
    );
    assert!(shown[1].starts_with("http://site.example/2xxx"), "{shown:?}");
}

#[test]
fn the_text_names_what_is_beyond_a_limit() {
    let hrefs: Vec<_> = (0..MAX_LINKS + 5).map(|n| format!("x:{n}")).collect();
    let hrefs: Vec<_> = hrefs.iter().map(String::as_str).collect();
    let long = of_size(MAX_URL + 1);
    let too_long = "not followed: longer than 8000 bytes (1), such as http://site.example/xxx";
    for (response, line) in [
        (redirect(&long), too_long),
        (page(&[&long]), too_long),
        (
            page(&hrefs),
            "not read: 5 links beyond the first 100000 or 16 MiB of a page, such as http://site.example/\n",
        ),
        (page(&["/a", "/b", "/c", "/a", "/"]), "not fetched: 2 URLs found beyond --max-pages\n"),
    ] {
        let options = Options { max_pages: Some(2), ..options(&["/"]) };
        let text = text(&report(&options, [Ok(response)]));
        assert!(text.contains(line) && text.len() < 500, "{text}");
    }
}
