//! Parses HTML with html5ever.

use html5ever::tendril::TendrilSink;
use html5ever::tree_builder::TreeBuilderOpts;
use html5ever::{Attribute, Namespace, ParseOpts, QualName, ns, parse_document};
use markup5ever_rcdom::{Handle, NodeData, RcDom};
use regex_lite::Regex;

use super::{Found, is_hint, refresh};

/// Markup that html5ever drops, but the scanner does not: a frame in a body, everything in a frameset or, in a template, behind a
/// `col`. And an element of text that ends in its start tag. The scanner reads it as in SVG.
const DROPPED: &str = r"(?is)<frame|<col|<(iframe|noembed|noframes|plaintext|script|style|textarea|title|xmp)([\t\n\x0c\r /].*)?/>";

/// What the elements of a page say.
#[derive(Default)]
struct Page {
    found: Found,
    /// Whether the scanner may find other links, because it has no tree and does not know the escapes of a script.
    needs_parser: bool,
}

/// Returns the links of a page, or `None` if the scanner may find others. It must find those of a page that `is_known` all the same.
pub fn parse(page: &str, is_known: bool) -> Option<Found> {
    let tree_builder = TreeBuilderOpts { scripting_enabled: false, ..TreeBuilderOpts::default() };
    let options = ParseOpts { tree_builder, ..ParseOpts::default() };
    let dom = parse_document(RcDom::default(), options).one(format!("<!DOCTYPE html>{page}"));
    let mut read = Page::default();
    read.add(&dom.document, [false; 2]);
    let may_differ = read.needs_parser || Regex::new(DROPPED).expect("a regex").is_match(page);
    (is_known || !may_differ).then_some(read.found)
}

impl Page {
    /// Adds a node and what it contains. It may stand in a template, and in one that is not even a shadow root.
    fn add(&mut self, node: &Handle, [in_template, in_hidden]: [bool; 2]) {
        if let NodeData::Element { name, attrs, template_contents, .. } = &node.data {
            let attributes = attrs.borrow();
            if let Some(link) = link(name, &attributes).filter(|_| !in_hidden) {
                self.found.hrefs.push(link.to_owned());
            }
            let is_html = name.ns == ns!(html);
            if is_html && *name.local == *"meta" && !in_template {
                let [state, content] = ["http-equiv", "content"].map(|name| attribute(&attributes, name));
                self.found.hrefs.extend(refresh(state, content));
            }
            let is_base = is_html && *name.local == *"base" && !in_template;
            if let Some(base) = attribute(&attributes, "href").filter(|_| is_base) {
                // Which one is the first may depend on how elements are nested.
                self.needs_parser |= self.found.base.as_ref().is_some_and(|first| first != base);
                self.found.base.get_or_insert(base.to_owned());
            }
            self.needs_parser |= !is_html || *name.local == *"script" && has_escapes(node);
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

/// Returns whether a script may contain the end tag of another one (WHATWG HTML, section 13.2.5.27).
fn has_escapes(script: &Handle) -> bool {
    script.children.borrow().iter().any(|child| match &child.data {
        NodeData::Text { contents } => {
            let text = contents.borrow().to_ascii_lowercase();
            text.contains("<!--") && text.contains("<script")
        }
        _ => false,
    })
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
