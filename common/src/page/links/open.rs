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
use super::scan::Tag;

/// When twice as many elements are open, only this many innermost ones are kept. Pages nest a few dozen deep.
const KEPT: usize = 128;

/// The open elements.
///
/// HTML around SVG, MathML and templates matters only where its end tag closes what is in it, which is an error. So it is only
/// kept on demand: to keep it in each page would be a tenth of a crawl's instructions.
#[derive(Debug)]
pub struct Open<'a> {
    /// From the outermost to the innermost one.
    nodes: Vec<Node<'a>>,
    keeps_html: bool,
}

#[derive(Clone, Copy, Debug)]
struct Node<'a> {
    name: &'a [u8],
    element: Element,
    kind: Kind,
    tree: Tree,
}

impl<'a> Open<'a> {
    pub fn new(keeps_html: bool) -> Open<'a> {
        Open { nodes: Vec::new(), keeps_html }
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
    pub fn start(&mut self, tag: &Tag<'a>) -> bool {
        let begins = matches!(tag.element, Element::Svg | Element::Math | Element::Template);
        let matters = begins || self.keeps_html || !self.nodes.is_empty();
        !matters || self.push_tag(tag)
    }

    #[cold]
    fn push_tag(&mut self, tag: &Tag<'a>) -> bool {
        if self.is_foreign() {
            let name = tag.name.to_ascii_lowercase();
            if !self.kind().takes_html(&name) {
                if !breaks_out(tag, &name) {
                    self.push_foreign(tag, self.kind().of_child(tag, &name));
                    return false;
                }
                self.leave_foreign();
            }
        }
        match tag.element {
            Element::Svg => self.push_foreign(tag, Kind::Svg),
            Element::Math => self.push_foreign(tag, Kind::Math),
            Element::Template if is_any(tag, ["open", "closed"]) => self.push(tag, Kind::Html, Tree::Shadow),
            Element::Template => self.push(tag, Kind::Html, Tree::Template),
            Element::Area
            | Element::Link
            | Element::Base
            | Element::Meta
            | Element::PlainText
            | Element::Empty => {}
            Element::Anchor => {
                self.end_anchor();
                self.push(tag, Kind::Html, Tree::Page);
            }
            _ => self.push(tag, Kind::Html, Tree::Page),
        }
        !matches!(tag.element, Element::Svg | Element::Math)
    }

    /// Removes the `a` around another one. SVG or MathML between them stays open (WHATWG HTML, section 13.2.6.4.7, "A start tag
    /// whose tag name is a").
    fn end_anchor(&mut self) {
        let is_anchor = |node: &Node<'_>| node.kind == Kind::Html && node.element == Element::Anchor;
        if let Some(open) = self.nodes.iter().rposition(is_anchor) {
            self.nodes.remove(open);
        }
    }

    /// Closes the element of an end tag, if it is open, and all in it. Returns whether all elements that this takes are kept.
    pub fn end(&mut self, tag: &Tag<'_>) -> bool {
        if self.nodes.is_empty() {
            return true;
        }
        if self.is_foreign() && [&b"p"[..], b"br"].iter().any(|name| tag.name.eq_ignore_ascii_case(name)) {
            self.leave_foreign();
        }
        // An end tag is first for elements of SVG and MathML, and then for HTML around them.
        let (mut is_html, mut is_out_of_scope) = (!self.is_foreign(), false);
        for (at, node) in self.nodes.iter().enumerate().rev() {
            is_html |= node.kind == Kind::Html;
            if is_html && is_out_of_scope {
                return true;
            }
            if node.name.eq_ignore_ascii_case(tag.name) && is_html == (node.kind == Kind::Html) {
                self.nodes.truncate(at);
                return true;
            }
            let ends_scope = node.kind.is_point() || is_html && node.element == Element::Template;
            is_out_of_scope |= ends_scope && !tag.name.eq_ignore_ascii_case(b"template");
        }
        self.keeps_html || is_html || is_out_of_scope
    }

    /// Returns the kind of the innermost element. Around all elements is HTML.
    fn kind(&self) -> Kind {
        self.nodes.last().map_or(Kind::Html, |node| node.kind)
    }

    fn push_foreign(&mut self, tag: &Tag<'a>, kind: Kind) {
        if !tag.is_self_closing {
            self.push(tag, kind, Tree::Page);
        }
    }

    fn push(&mut self, tag: &Tag<'a>, kind: Kind, tree: Tree) {
        if self.nodes.len() == 2 * KEPT {
            self.nodes.drain(..KEPT);
        }
        self.nodes.push(Node { name: tag.name, element: tag.element, kind, tree: tree.max(self.tree()) });
    }

    /// Closes elements of SVG and MathML up to one that may contain HTML.
    fn leave_foreign(&mut self) {
        while matches!(self.kind(), Kind::Svg | Kind::Math | Kind::Annotation) {
            self.nodes.pop();
        }
    }
}
