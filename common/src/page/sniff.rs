//! The type of a page whose server names none.

use crate::fetch::http::ContentType;

/// How HTML begins (WHATWG MIME Sniffing, section 7.1). A byte that ends a tag follows.
#[rustfmt::skip]
const STARTS: [&str; 17] = [
    "<!doctype html", "<html", "<head", "<script", "<iframe", "<h1", "<div", "<font", "<table", "<a", "<style",
    "<title", "<b", "<body", "<br", "<p", "<!--",
];

/// Returns `text/html` if the page begins as HTML does.
pub fn sniff(page: &[u8]) -> Option<ContentType> {
    let page = page.trim_ascii_start();
    let begins_with = |start: &&str| {
        let (found, rest) = page.split_at_checked(start.len()).unwrap_or_default();
        found.eq_ignore_ascii_case(start.as_bytes()) && matches!(rest, [b' ' | b'>', ..])
    };
    STARTS.iter().any(begins_with).then_some(ContentType { media_type: "text/html".into(), charset: None })
}
