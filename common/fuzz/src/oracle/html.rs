//! Parses HTML with html5ever.

use html5ever::tendril::TendrilSink;
use html5ever::tree_builder::TreeBuilderOpts;
use html5ever::{Attribute, Namespace, ParseOpts, QualName, ns, parse_document};
use markup5ever_rcdom::{Handle, NodeData, RcDom};

use super::{Found, is_hint, refresh};

/// HTML elements whose end tags may be left out, or that html5ever drops outside of a table.
#[rustfmt::skip]
const LOOSE: [&str; 18] = [
    "p", "li", "dt", "dd", "option", "optgroup", "rb", "rp", "rt", "rtc", "caption", "colgroup", "tbody", "td", "tfoot",
    "th", "thead", "tr",
];

/// How the errors begin that are about how elements are nested.
const ERRORS: [&str; 5] = ["Found ", "Formatting ", "Non-space ", "Unexpected ", "DOCTYPE "];

/// What the elements of a page say.
#[derive(Default)]
struct Page {
    found: Found,
    /// Whether SVG or MathML, or a second base, makes the scanner depend on how elements are nested.
    needs_nesting: bool,
    is_loose: bool,
}

/// Returns the links of a page, or `None` if the scanner may find others, because it only approximates the tree
/// of a page with errors. It must find those of a page that `is_known` all the same.
pub fn parse(page: &str, is_known: bool) -> Option<Found> {
    let tree_builder = TreeBuilderOpts { scripting_enabled: false, ..TreeBuilderOpts::default() };
    let options = ParseOpts { tree_builder, ..ParseOpts::default() };
    let dom = parse_document(RcDom::default(), options).one(format!("<!DOCTYPE html>{page}"));
    let mut read = Page::default();
    read.add(&dom.document, [false; 2]);
    let errors = dom.errors.borrow();
    let is_of_tokenizer = |error: &str| !ERRORS.iter().any(|of_tree| error.starts_with(of_tree));
    let is_loose = read.is_loose || !errors.iter().all(|error| is_of_tokenizer(error));
    // html5ever drops a frame in a body, and everything in a frameset or, in a template, behind a `col`.
    let has_drops = ["<frame", "<col"].iter().any(|tag| page.to_ascii_lowercase().contains(tag));
    (is_known || !(has_drops || read.needs_nesting && is_loose)).then_some(read.found)
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
                self.needs_nesting |= self.found.base.as_ref().is_some_and(|first| first != base);
                self.found.base.get_or_insert(base.to_owned());
            }
            self.needs_nesting |= !is_html;
            self.is_loose |= is_html && LOOSE.contains(&&*name.local);
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
        ("a" | "area" | "link", true) => attribute(attributes, "href"),
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
