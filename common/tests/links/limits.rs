//! Limits on the links of a page, and on the pages of a crawl.

use common::fetch::http::ContentType;
use common::page::links::{Links, LongUrl, MAX_LINKS, MAX_LINKS_BYTES, MAX_URL, Wanted};
use common::{Options, Response};
use common_fuzz::offline::{options, page, redirect, report, text, url};
use url::Url;

/// Returns the links of a body at this URL.
fn links(body: &str, page: &Url) -> Links {
    Links::of_page(
        body.as_bytes(),
        page,
        &ContentType::parse("text/html").expect("a type"),
        &Wanted::default(),
    )
}

/// Returns a URL of `size` bytes.
fn of_size(size: usize) -> String {
    format!("http://site.example/{}", "x".repeat(size - "http://site.example/".len()))
}

#[test]
fn the_links_of_a_page_have_a_limit_in_bytes_towards_which_long_ones_count() {
    let many: String = (0..10_000).map(|number| format!("<a href={number}>")).collect();
    let Links { urls, long, beyond, .. } =
        links(&format!("<base href={}/>{many}", of_size(MAX_URL - 10)), &url("/"));
    let bytes: usize = urls.iter().map(|url| url.as_str().len()).sum();
    assert!((MAX_LINKS_BYTES..MAX_LINKS_BYTES + MAX_URL).contains(&bytes), "{bytes}");
    assert_eq!((urls.len() + beyond, long.len()), (10_000, 0));
    let found = links(&many, &url(&(of_size(MAX_URL) + "/")));
    assert_eq!((found.urls.len(), found.long.len() + found.beyond), (0, 10_000));
    assert!(found.long.len() <= MAX_LINKS_BYTES / MAX_URL + 1, "{}", found.long.len());
}

#[test]
fn a_url_of_more_than_8000_bytes_is_too_long() {
    let long = |text: &str| LongUrl::of(&Url::parse(text).expect("a URL"));
    assert_eq!(long(&of_size(MAX_URL)), None);
    let shown = long(&of_size(MAX_URL + 1)).expect("it is too long").to_string();
    assert!(shown.starts_with("http://site.example/xxx") && shown.ends_with("… (8001 bytes)"), "{shown}");
    assert_eq!(long(&format!("data:,{}", "x".repeat(MAX_URL))), None, "only HTTP(S) is noted");
}

/// One that is far too long is not even resolved.
#[test]
fn a_link_or_base_that_is_too_long_is_counted_and_not_followed() {
    let far = |n: usize| format!("{n}{}", "x".repeat(400_000));
    let (start, far_start) = (of_size(MAX_URL), "http://site.example/1");
    for (body, urls, long) in [
        // They differ in the part that is not shown.
        (
            format!("<a href={start}1><a href={start}2><a href={start}1#x>"),
            0,
            &["http://site.example/xxx"; 2][..],
        ),
        (format!("<base href={start}1/><a href=a>"), 1, &["http://site.example/xxx"]),
        (format!("<base href={}/><a href=a>", of_size(400_000)), 1, &["http://site.example/xxx"]),
        // `data:` is not followed at any length.
        (
            format!("<a href={0}><a href={0}#x><a href=/{1}><a href='data:,{0}'>", far(1), far(2)),
            0,
            &[far_start, "http://site.example/2"],
        ),
    ] {
        let found = links(&body, &url("/"));
        let shown: Vec<_> = found.long.iter().map(ToString::to_string).collect();
        assert_eq!((found.urls.len(), shown.len()), (urls, long.len()), "{shown:?}");
        assert!(shown.iter().zip(long).all(|(shown, start)| shown.starts_with(start)), "{shown:?}");
        assert!(long[0] != far_start || shown[0].ends_with("x… (400001 bytes)"), "{shown:?}");
    }
}

#[test]
fn the_text_names_what_is_beyond_a_limit() {
    let too_long = "not followed: longer than 8000 bytes (1), such as http://site.example/xxx";
    let long = of_size(MAX_URL + 1);
    let many: String = (0..MAX_LINKS + 5).chain([0]).map(|number| format!("<a href=x:{number}>")).collect();
    for (response, line) in [
        (redirect(&long), too_long),
        (page(&[&long]), too_long),
        (
            Response { body: many.into(), ..page(&[]) },
            "not read: 5 links beyond a page's first 100000 or 16 MiB, such as on http://site.example/\n",
        ),
        (page(&["/a", "/b", "/c", "/a", "/"]), "not fetched: 2 URLs found beyond --max-pages\n"),
    ] {
        let options = Options { max_pages: Some(2), ..options(&["/"]) };
        let text = text(&report(&options, [Ok(response)]));
        assert!(text.contains(line) && text.len() < 500, "{text}");
    }
}
