//! Parses HTML with html5ever.

use html5ever::tendril::TendrilSink;
use html5ever::tree_builder::TreeBuilderOpts;
use html5ever::{Attribute, Namespace, ParseOpts, QualName, ns, parse_document};
use markup5ever_rcdom::{Handle, NodeData, RcDom};
use regex_lite::Regex;

use super::{Found, is_hint, refresh};

/// Markup that the scanner may read in another way, because it has no tree: SVG and MathML, a second base, and what html5ever drops
/// (a frame in a body, everything in a frameset or, in a template, behind a `col`). It knows no escapes of scripts, and an element of
/// text may end in its start tag, as in SVG.
const OTHERWISE: [&str; 4] = [
    "<svg|<math|<frame|<col",
    "<base.*<base",
    "<script.*<!--.*<script",
    r"<(iframe|noembed|noframes|plaintext|script|style|textarea|title|xmp)([\t\n\x0c\r /].*)?/>",
];

/// Returns the links of a page, or `None` if the scanner may find others. It must find those of a page that `is_known` all the same.
pub fn parse(page: &str, is_known: bool) -> Option<Found> {
    let otherwise = Regex::new(&format!("(?is){}", OTHERWISE.join("|"))).expect("a regex");
    if !is_known && otherwise.is_match(page) {
        return None;
    }
    let tree_builder = TreeBuilderOpts { scripting_enabled: false, ..TreeBuilderOpts::default() };
    let options = ParseOpts { tree_builder, ..ParseOpts::default() };
    let dom = parse_document(RcDom::default(), options).one(format!("<!DOCTYPE html>{page}"));
    let mut found = Found::default();
    found.add(&dom.document, [false; 2]);
    Some(found)
}

impl Found {
    /// Adds a node and what it contains. It may stand in a template, and in one that is not even a shadow root.
    fn add(&mut self, node: &Handle, [in_template, in_hidden]: [bool; 2]) {
        if let NodeData::Element { name, attrs, template_contents, .. } = &node.data {
            let attributes = attrs.borrow();
            if let Some(link) = link(name, &attributes).filter(|_| !in_hidden) {
                self.hrefs.push(link.to_owned());
            }
            let is_in_page = name.ns == ns!(html) && !in_template;
            if is_in_page && *name.local == *"meta" {
                let [state, content] = ["http-equiv", "content"].map(|name| attribute(&attributes, name));
                self.hrefs.extend(refresh(state, content));
            }
            if is_in_page && *name.local == *"base" && self.base.is_none() {
                self.base = attribute(&attributes, "href").map(str::to_owned);
            }
            if let Some(contents) = &*template_contents.borrow() {
                let mode = attribute(&attributes, "shadowrootmode").map(str::to_ascii_lowercase);
                let is_shadow = matches!(mode.as_deref(), Some("open" | "closed"));
                self.add(contents, [true, in_hidden || !is_shadow]);
            }
        }
        for child in node.children.borrow().iter() {
            self.add(child, [in_template, in_hidden]);
        }
    }
}

fn link<'a>(name: &QualName, attributes: &'a [Attribute]) -> Option<&'a str> {
    match (&*name.local, name.ns == ns!(html)) {
        ("link", true) if attribute(attributes, "rel").is_some_and(is_hint) => None,
        ("a", false) => attribute(attributes, "href").or_else(|| find(attributes, &ns!(xlink), "href")),
        // The scanner does not know whether it is in SVG.
        ("a", true) => attribute(attributes, "href").or_else(|| attribute(attributes, "xlink:href")),
        ("area" | "link", true) => attribute(attributes, "href"),
        ("iframe", true) => attribute(attributes, "src"),
        _ => None,
    }
}

fn attribute<'a>(attributes: &'a [Attribute], name: &str) -> Option<&'a str> {
    find(attributes, &ns!(), name)
}

fn find<'a>(attributes: &'a [Attribute], namespace: &Namespace, name: &str) -> Option<&'a str> {
    let mut of_namespace = attributes.iter().filter(|attribute| attribute.name.ns == *namespace);
    of_namespace.find(|attribute| *attribute.name.local == *name).map(|attribute| &*attribute.value)
}
