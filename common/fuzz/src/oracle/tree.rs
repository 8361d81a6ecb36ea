//! [`Tree`]: the elements of a page, as html5ever builds them.

use std::borrow::Cow;
use std::cell::{Cell, RefCell};
use std::rc::Rc;

use html5ever::interface::{ElementFlags, NodeOrText, QuirksMode, TreeSink};
use html5ever::tendril::StrTendril;
use html5ever::{Attribute, ExpandedName, LocalName, QualName, local_name, ns};

use super::{Found, is_hint};

#[derive(Default)]
pub struct Tree {
    /// All elements, in the order of their tags.
    nodes: RefCell<Vec<Rc<Node>>>,
    /// Whether the tree builder has looked at the name of an HTML element other than `html`.
    pub asked_for_html: Cell<bool>,
    /// Whether there was an error in how elements are nested.
    pub has_failed: Cell<bool>,
    /// Whether an element was closed.
    pub has_closed: Cell<bool>,
}

pub struct Node {
    name: QualName,
    attributes: Vec<Attribute>,
    is_annotation_of_html: bool,
    parent: RefCell<Option<Rc<Node>>>,
}

impl Node {
    fn new(name: QualName, attributes: Vec<Attribute>, is_annotation_of_html: bool) -> Rc<Node> {
        Rc::new(Node { name, attributes, is_annotation_of_html, parent: RefCell::default() })
    }

    fn attribute(&self, name: &str) -> Option<&str> {
        let mut plain = self.attributes.iter().filter(|attribute| attribute.name.ns == ns!());
        plain.find(|attribute| *attribute.name.local == *name).map(|attribute| &*attribute.value)
    }

    fn link(&self) -> Option<&str> {
        match (&*self.name.local, self.name.ns == ns!(html)) {
            ("link", true) if self.attribute("rel").is_some_and(is_hint) => None,
            ("a", _) | ("area" | "link", true) => self.attribute("href"),
            ("iframe" | "x-frame", true) => self.attribute("src"),
            _ => None,
        }
    }

    fn is_html(&self, name: &str) -> bool {
        self.name.ns == ns!(html) && *self.name.local == *name
    }

    /// Returns whether it stands in a template, and whether that is not even a shadow root.
    fn in_template(&self) -> (bool, bool) {
        let mut found = (false, false);
        let mut parent = self.parent.borrow().clone();
        while let Some(node) = parent {
            if node.is_html("template") {
                let mode = node.attribute("shadowrootmode").map(str::to_ascii_lowercase);
                found = (true, found.1 || !matches!(mode.as_deref(), Some("open" | "closed")));
            }
            parent = node.parent.borrow().clone();
        }
        found
    }
}

impl Tree {
    pub fn links(&self) -> Found {
        let nodes = self.nodes.borrow();
        let hrefs = nodes.iter().filter(|node| !node.in_template().1).filter_map(|node| node.link());
        let mut bases = nodes.iter().filter(|node| node.is_html("base") && !node.in_template().0);
        let base = bases.find_map(|node| node.attribute("href"));
        Found { hrefs: hrefs.map(String::from).collect(), base: base.map(String::from) }
    }

    pub fn forget_events(&self) {
        for event in [&self.asked_for_html, &self.has_failed, &self.has_closed] {
            event.set(false);
        }
    }

    /// Returns whether an element of SVG or MathML was made that may contain HTML.
    pub fn has_html_point(&self) -> bool {
        let is_point = |node: &Rc<Node>| match &*node.name.local {
            "foreignObject" | "desc" | "title" => node.name.ns == ns!(svg),
            "mi" | "mo" | "mn" | "ms" | "mtext" | "annotation-xml" => node.name.ns == ns!(mathml),
            _ => false,
        };
        self.nodes.borrow().iter().any(is_point)
    }

    pub fn has_annotation_of_html(&self) -> bool {
        self.nodes.borrow().iter().any(|node| node.is_annotation_of_html)
    }

    /// Returns whether an HTML element of this name was ever made.
    pub fn has_html(&self, name: &LocalName) -> bool {
        self.nodes.borrow().iter().any(|node| node.is_html(name))
    }
}

impl TreeSink for Tree {
    type Handle = Rc<Node>;
    type Output = Tree;
    type ElemName<'a> = ExpandedName<'a>;

    fn finish(self) -> Tree {
        self
    }

    fn parse_error(&self, error: Cow<'static, str>) {
        if error != "Unacknowledged self-closing tag" {
            self.has_failed.set(true);
        }
    }

    fn pop(&self, _: &Rc<Node>) {
        self.has_closed.set(true);
    }

    fn get_document(&self) -> Rc<Node> {
        Node::new(QualName::new(None, ns!(), local_name!("")), Vec::new(), false)
    }

    fn elem_name<'a>(&'a self, node: &'a Rc<Node>) -> ExpandedName<'a> {
        if node.name.ns == ns!(html) && node.name.local != local_name!("html") {
            self.asked_for_html.set(true);
        }
        node.name.expanded()
    }

    fn create_element(&self, name: QualName, attributes: Vec<Attribute>, flags: ElementFlags) -> Rc<Node> {
        let node = Node::new(name, attributes, flags.mathml_annotation_xml_integration_point);
        self.nodes.borrow_mut().push(node.clone());
        node
    }

    fn create_comment(&self, _: StrTendril) -> Rc<Node> {
        self.get_document()
    }

    fn create_pi(&self, _: StrTendril, _: StrTendril) -> Rc<Node> {
        self.get_document()
    }

    fn append(&self, parent: &Rc<Node>, child: NodeOrText<Rc<Node>>) {
        if let NodeOrText::AppendNode(node) = child {
            node.parent.replace(Some(parent.clone()));
        }
    }

    fn append_based_on_parent_node(
        &self,
        element: &Rc<Node>,
        previous: &Rc<Node>,
        child: NodeOrText<Rc<Node>>,
    ) {
        let parent = element.parent.borrow().clone();
        self.append(parent.as_ref().unwrap_or(previous), child);
    }

    fn append_before_sibling(&self, sibling: &Rc<Node>, child: NodeOrText<Rc<Node>>) {
        let parent = sibling.parent.borrow().clone();
        self.append(&parent.expect("a sibling has a parent"), child);
    }

    fn remove_from_parent(&self, node: &Rc<Node>) {
        node.parent.take();
    }

    fn reparent_children(&self, node: &Rc<Node>, new_parent: &Rc<Node>) {
        for child in self.nodes.borrow().iter() {
            let is_child = child.parent.borrow().as_ref().is_some_and(|parent| Rc::ptr_eq(parent, node));
            if is_child {
                child.parent.replace(Some(new_parent.clone()));
            }
        }
    }

    /// The content of a template is kept as its children.
    fn get_template_contents(&self, template: &Rc<Node>) -> Rc<Node> {
        template.clone()
    }

    fn same_node(&self, x: &Rc<Node>, y: &Rc<Node>) -> bool {
        Rc::ptr_eq(x, y)
    }

    fn is_mathml_annotation_xml_integration_point(&self, node: &Rc<Node>) -> bool {
        node.is_annotation_of_html
    }

    fn append_doctype_to_document(&self, _: StrTendril, _: StrTendril, _: StrTendril) {}
    fn set_quirks_mode(&self, _: QuirksMode) {}
    fn add_attrs_if_missing(&self, _: &Rc<Node>, _: Vec<Attribute>) {}
}
