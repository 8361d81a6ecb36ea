//! [`Open`]: the open elements of a page. They decide whether a tag is of HTML or of SVG and MathML.
//!
//! This is the stack of open elements of WHATWG HTML, section 13.2.4.2, without the tree. So these
//! are approximations, which matter only to pages with errors:
//!
//! - An HTML element is open up to the next end tag of its name, or of an element around it. Where
//!   end tags are left out or crossed, the tree builder may close it elsewhere.
//! - Tags that the tree builder would drop count: a `frame` outside of a frameset, `a` in one. Whether
//!   a frameset is dropped itself depends on all the text before it.

use super::element::Element;
use super::foreign::{Kind, Tree, breaks_out, is_any};
use super::name::{self, Name};
use super::scan::Tag;

/// When twice as many elements are open, only this many innermost ones are kept. Pages nest a few dozen deep.
const KEPT: usize = 128;

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
    #[inline]
    pub fn start(&mut self, tag: &Tag<'_>) -> bool {
        let begins = matches!(tag.element, Element::Svg | Element::Math | Element::Template);
        let matters = begins || self.keeps_html || !self.nodes.is_empty();
        !matters || self.push_tag(tag)
    }

    fn push_tag(&mut self, tag: &Tag<'_>) -> bool {
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
            Element::Anchor => {
                self.end_anchor();
                self.push(name, Kind::Html, Tree::Page);
            }
            _ => self.push(name, Kind::Html, Tree::Page),
        }
        !matches!(tag.element, Element::Svg | Element::Math)
    }

    /// Removes the `a` around another one. SVG or MathML between them stays open (WHATWG HTML, section 13.2.6.4.7, "A start tag
    /// whose tag name is a").
    fn end_anchor(&mut self) {
        let is_anchor = |node: &Node| node.kind == Kind::Html && node.name == name::A;
        if let Some(open) = self.nodes.iter().rposition(is_anchor) {
            self.nodes.remove(open);
        }
    }

    /// Closes the element of an end tag, if it is open, and all elements in it.
    #[inline]
    pub fn end(&mut self, tag: &Tag<'_>) {
        if !self.nodes.is_empty() {
            self.close(Name::of(tag.name));
        }
    }

    fn close(&mut self, name: Name) {
        if self.is_foreign() && matches!(name, name::P | name::BR) {
            self.leave_foreign();
        }
        // An end tag is first for elements of SVG and MathML, and then for HTML around them.
        let (mut is_html, mut is_out_of_scope) = (!self.is_foreign(), false);
        for (at, node) in self.nodes.iter().enumerate().rev() {
            is_html |= node.kind == Kind::Html;
            if is_html && is_out_of_scope {
                return;
            }
            if node.name == name && is_html == (node.kind == Kind::Html) {
                return self.nodes.truncate(at);
            }
            let ends_scope = node.kind.is_point() || (is_html && node.name == name::TEMPLATE);
            is_out_of_scope |= ends_scope && name != name::TEMPLATE;
        }
        let is_known = is_html || is_out_of_scope || self.keeps_html || name::NEVER_OPEN.contains(&name);
        self.lacks_html |= !is_known;
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
        if self.nodes.len() == 2 * KEPT {
            self.nodes.drain(..KEPT);
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
