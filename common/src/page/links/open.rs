//! [`Open`]: the open elements of a page. They decide whether a tag is of HTML or of SVG and MathML.
//!
//! This is the stack of open elements of WHATWG HTML, section 13.2.4.2, with the rules for tags in
//! foreign content of section 13.2.6. What only a tree builder knows is approximated: an HTML
//! element is open from its start tag to the next end tag of its name or of one that it is in.

use super::decode;
use super::element::Element;
use super::name::{self, Name};
use super::scan::Tag;

/// How many of the innermost elements are remembered, at least. Pages nest a few dozen deep.
const MOST: usize = 128;

/// The open elements that matter.
///
/// HTML around SVG, MathML and templates matters only where its end tag closes what is in it, which
/// is an error. So it is only kept on demand.
#[derive(Debug, Default)]
pub struct Open {
    /// From the outermost to the innermost one.
    nodes: Vec<Node>,
    keeps_html: bool,
    lacks_html: bool,
}

#[derive(Clone, Copy, Debug)]
struct Node {
    name: Name,
    kind: Kind,
    tree: Tree,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Html,
    Svg,
    Math,
    /// An element of SVG or MathML whose content is HTML: an HTML integration point.
    HtmlPoint,
    /// An element of MathML for text, which may be HTML: a MathML text integration point.
    TextPoint,
    /// `annotation-xml` of MathML, in which `svg` is that of HTML.
    Annotation,
}

/// What an element is a part of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Tree {
    Page,
    /// A shadow root, which is shown with the page (WHATWG HTML, section 4.12.3).
    Shadow,
    /// The content of a template, which is not shown.
    Template,
}

impl Open {
    /// Keeps all open elements.
    pub fn with_html() -> Open {
        Open { keeps_html: true, ..Open::default() }
    }

    /// Returns whether an end tag was for an element that had not been kept.
    pub fn lacks_html(&self) -> bool {
        self.lacks_html
    }

    /// Returns whether the innermost element is of SVG or MathML, where a CDATA section is text.
    pub fn is_foreign(&self) -> bool {
        self.kind() != Kind::Html
    }

    /// Returns what the innermost element is a part of.
    pub fn tree(&self) -> Tree {
        self.nodes.last().map_or(Tree::Page, |node| node.tree)
    }

    /// Opens the element of a start tag, if it may have content. Returns whether it is of HTML.
    pub fn start(&mut self, tag: &Tag<'_>) -> bool {
        let begins = matches!(tag.element, Element::Svg | Element::Math | Element::Template);
        if self.nodes.is_empty() && !self.keeps_html && !begins {
            return true;
        }
        let name = Name::of(tag.name);
        if !self.kind().takes_html(name) {
            if !breaks_out(tag, name) {
                self.push_foreign(tag, name, self.kind().of_child(tag, name));
                return false;
            }
            self.leave_foreign();
        }
        match tag.element {
            Element::Svg => self.push_foreign(tag, name, Kind::Svg),
            Element::Math => self.push_foreign(tag, name, Kind::Math),
            Element::Template if is_any(tag, ["open", "closed"]) => self.push(name, Kind::Html, Tree::Shadow),
            Element::Template => self.push(name, Kind::Html, Tree::Template),
            _ if name::NEVER_OPEN.contains(&name) => {}
            _ => self.push(name, Kind::Html, Tree::Page),
        }
        !matches!(tag.element, Element::Svg | Element::Math)
    }

    /// Closes the element of an end tag, if it is open, and all elements in it.
    pub fn end(&mut self, tag: &Tag<'_>) {
        if self.nodes.is_empty() {
            return;
        }
        let name = Name::of(tag.name);
        if self.is_foreign() && matches!(name, name::P | name::BR) {
            self.leave_foreign();
        }
        let mut is_html = !self.is_foreign();
        for (at, node) in self.nodes.iter().enumerate().rev() {
            is_html |= node.kind == Kind::Html;
            if node.name == name && is_html == (node.kind == Kind::Html) {
                return self.nodes.truncate(at);
            }
            // An end tag in HTML is not for an element around a template or around SVG and MathML,
            // unless it is that of a template.
            if is_html && name != name::TEMPLATE && (node.kind != Kind::Html || node.name == name::TEMPLATE) {
                return;
            }
        }
        self.lacks_html |= !is_html && !self.keeps_html && !name::NEVER_OPEN.contains(&name);
    }

    /// Returns the kind of the innermost element. Around all elements is HTML.
    fn kind(&self) -> Kind {
        self.nodes.last().map_or(Kind::Html, |node| node.kind)
    }

    fn push_foreign(&mut self, tag: &Tag<'_>, name: Name, kind: Kind) {
        if !tag.is_self_closing {
            self.push(name, kind, Tree::Page);
        }
    }

    fn push(&mut self, name: Name, kind: Kind, tree: Tree) {
        if self.nodes.len() == 2 * MOST {
            self.nodes.drain(..MOST);
        }
        self.nodes.push(Node { name, kind, tree: tree.max(self.tree()) });
    }

    /// Closes elements of SVG and MathML up to one that may contain HTML.
    fn leave_foreign(&mut self) {
        while matches!(self.kind(), Kind::Svg | Kind::Math | Kind::Annotation) {
            self.nodes.pop();
        }
    }
}

impl Kind {
    /// Returns whether a start tag in it is of HTML.
    fn takes_html(self, name: Name) -> bool {
        match self {
            Kind::Html | Kind::HtmlPoint => true,
            Kind::TextPoint => !matches!(name, name::MGLYPH | name::MALIGNMARK),
            Kind::Annotation => name == name::SVG,
            Kind::Svg | Kind::Math => false,
        }
    }

    /// Returns the kind of an element in it that is not of HTML.
    fn of_child(self, tag: &Tag<'_>, name: Name) -> Kind {
        match (self, name) {
            (Kind::Svg, name::FOREIGN_OBJECT | name::DESC | name::TITLE) => Kind::HtmlPoint,
            (Kind::Svg, _) => Kind::Svg,
            (_, name::MI | name::MO | name::MN | name::MS | name::MTEXT) => Kind::TextPoint,
            (_, name::ANNOTATION_XML) if is_any(tag, ["text/html", "application/xhtml+xml"]) => Kind::HtmlPoint,
            (_, name::ANNOTATION_XML) => Kind::Annotation,
            _ => Kind::Math,
        }
    }
}

/// Returns whether a start tag in SVG or MathML ends these.
fn breaks_out(tag: &Tag<'_>, name: Name) -> bool {
    name::BREAK_OUT.contains(&name) || (tag.element == Element::Font && tag.value.is_some())
}

/// Returns whether the value of a tag is one of these, in any case.
fn is_any(tag: &Tag<'_>, values: [&str; 2]) -> bool {
    let value = tag.value.map(decode).unwrap_or_default();
    values.iter().any(|known| value.eq_ignore_ascii_case(known.as_bytes()))
}
