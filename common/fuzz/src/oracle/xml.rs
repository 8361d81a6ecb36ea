//! Parses XML with roxmltree.

use roxmltree::{Document, Node, ParsingOptions};

use super::{Found, is_hint, refresh};

const XLINK: &str = "http://www.w3.org/1999/xlink";

/// Returns the links of a page, or `None` if it is not well-formed.
pub fn parse(page: &str) -> Option<Found> {
    let options = ParsingOptions { allow_dtd: true, ..ParsingOptions::default() };
    let document = Document::parse_with_options(page, options).ok()?;
    let mut found = Found::default();
    for node in document.descendants() {
        match link(&node) {
            Some(href) if node.has_tag_name("base") => _ = found.base.get_or_insert(href),
            href => found.hrefs.extend(href),
        }
    }
    Some(found)
}

fn link(node: &Node<'_, '_>) -> Option<String> {
    let plain = |name| attribute(node, None, name);
    let href = match node.tag_name().name() {
        "link" if plain("rel").is_some_and(is_hint) => None,
        "a" => plain("href").or_else(|| attribute(node, Some(XLINK), "href")),
        "area" | "link" | "base" => plain("href"),
        "iframe" | "frame" => plain("src"),
        "meta" => return refresh(plain("http-equiv"), plain("content")),
        _ => None,
    };
    href.map(str::to_owned)
}

fn attribute<'a>(node: &Node<'a, '_>, namespace: Option<&str>, name: &str) -> Option<&'a str> {
    let mut attributes = node.attributes();
    let found = attributes.find(|attribute| attribute.namespace() == namespace && attribute.name() == name);
    found.map(|attribute| attribute.value())
}
