//! Parses XML with roxmltree.

use roxmltree::{Document, Node, ParsingOptions};

use super::{Found, is_hint};

/// Returns the links of a page, or `None` if it is not well-formed.
pub fn parse(page: &str) -> Option<Found> {
    let options = ParsingOptions { allow_dtd: true, ..ParsingOptions::default() };
    let document = Document::parse_with_options(page, options).ok()?;
    let mut found = Found::default();
    for node in document.descendants() {
        match link(&node).map(String::from) {
            Some(href) if node.has_tag_name("base") => _ = found.base.get_or_insert(href),
            href => found.hrefs.extend(href),
        }
    }
    Some(found)
}

fn link<'a>(node: &Node<'a, '_>) -> Option<&'a str> {
    match node.tag_name().name() {
        "link" if node.attribute("rel").is_some_and(is_hint) => None,
        "a" | "area" | "link" | "base" => node.attribute("href"),
        "iframe" | "frame" => node.attribute("src"),
        _ => None,
    }
}
