//! [`page_type`]: whether a response is a page, and of which type if its server names none.

use std::borrow::Cow;

use crate::fetch::http::{ContentType, Response};

/// How many bytes tell the type of a body at most (WHATWG MIME Sniffing, section 5.2).
pub const SNIFFED: usize = 1445;

/// How HTML begins (WHATWG MIME Sniffing, section 7.1). A byte that ends a tag follows.
#[rustfmt::skip]
const STARTS: [&str; 17] = [
    "<!doctype html", "<html", "<head", "<script", "<iframe", "<h1", "<div", "<font", "<table", "<a", "<style",
    "<title", "<b", "<body", "<br", "<p", "<!--",
];

/// Returns the type of a response in which links are looked for: a success with markup. `None` for any other response.
pub fn page_type(response: &Response) -> Option<Cow<'_, ContentType>> {
    if !matches!(response.status, 200..300) {
        return None;
    }
    let declared = response.content_type.as_ref().map(Cow::Borrowed);
    declared.or_else(|| sniff(&response.body).map(Cow::Owned)).filter(|of| has_links(of))
}

/// Returns `text/html` if the page begins as HTML does.
pub fn sniff(page: &[u8]) -> Option<ContentType> {
    let page = page[..page.len().min(SNIFFED)].trim_ascii_start();
    let begins_with = |start: &&str| {
        let (found, rest) = page.split_at_checked(start.len()).unwrap_or_default();
        found.eq_ignore_ascii_case(start.as_bytes()) && matches!(rest, [b' ' | b'>', ..])
    };
    STARTS.iter().any(begins_with).then_some(ContentType { media_type: "text/html".into(), charset: None })
}

/// Returns whether a body of this type may have links: HTML, or XML such as SVG and Atom.
fn has_links(content_type: &ContentType) -> bool {
    content_type.is("text/html") || is_xml(content_type)
}

/// Returns whether this is an XML MIME type (WHATWG MIME Sniffing, section 4.6).
pub fn is_xml(content_type: &ContentType) -> bool {
    let ends = |(_, subtype): (&str, &str)| {
        let end = subtype.len().checked_sub("+xml".len()).and_then(|at| subtype.get(at..));
        end.is_some_and(|end| end.eq_ignore_ascii_case("+xml"))
    };
    let is_named = ["text/xml", "application/xml"].iter().any(|xml| content_type.is(xml));
    is_named || content_type.media_type.split_once('/').is_some_and(ends)
}
