//! Parses HTML with html5ever.

use std::cell::{Cell, RefCell};
use std::collections::HashSet;
use std::rc::Rc;

use html5ever::buffer_queue::BufferQueue;
use html5ever::interface::TokenizerResult;
use html5ever::tendril::StrTendril;
use html5ever::tokenizer::{EndTag, StartTag, TagToken, Token, TokenSink, TokenSinkResult, Tokenizer};
use html5ever::tree_builder::{TreeBuilder, TreeBuilderOpts};
use html5ever::{LocalName, local_name};

use super::Found;
use super::tree::{Node, Tree};

/// Returns the links of a page, or `None` if only a tree builder can find them.
pub fn parse(page: &str) -> Option<Found> {
    let options = TreeBuilderOpts { scripting_enabled: false, ..TreeBuilderOpts::default() };
    let builder = TreeBuilder::new(Tree::default(), options);
    let tokenizer = Tokenizer::new(
        Comparable { builder, names: RefCell::default(), is_lost: Cell::default() },
        Default::default(),
    );
    let input = BufferQueue::default();
    input.push_back(StrTendril::from(page));
    while !matches!(tokenizer.feed(&input), TokenizerResult::Done) {}
    tokenizer.end();
    let page = tokenizer.sink;
    (!page.is_lost.get()).then(|| page.builder.sink.links())
}

/// HTML elements that some start tags close.
const OPTIONAL_ENDS: [&str; 10] = ["p", "li", "dt", "dd", "option", "optgroup", "rb", "rp", "rt", "rtc"];

/// HTML elements whose start tags are dropped outside of a table.
const PARTS_OF_A_TABLE: [&str; 8] = ["caption", "colgroup", "tbody", "td", "tfoot", "th", "thead", "tr"];

/// Passes tokens on to the tree builder, and notices what the scanner deliberately approximates.
struct Comparable {
    builder: TreeBuilder<Rc<Node>, Tree>,
    /// The names of all HTML elements so far.
    names: RefCell<HashSet<LocalName>>,
    is_lost: Cell<bool>,
}

impl TokenSink for Comparable {
    type Handle = Rc<Node>;

    fn process_token(&self, token: Token, line: u64) -> TokenSinkResult<Rc<Node>> {
        let TagToken(mut tag) = token else {
            return if matches!(token, Token::ParseError(_)) {
                TokenSinkResult::Continue
            } else {
                self.builder.process_token(token, line)
            };
        };
        let is_foreign = self.builder.adjusted_current_node_present_but_not_in_html_namespace();
        // In a template, a `col` makes the tree builder drop tags. Elsewhere it does not matter.
        if !is_foreign && tag.name == local_name!("col") {
            return TokenSinkResult::Continue;
        }
        // A frameset makes it drop tags, too. The scanner takes frames and framesets for other elements.
        if matches!(tag.name, local_name!("frame") | local_name!("frameset")) {
            tag.name = LocalName::from(format!("x-{}", tag.name));
        }
        let (kind, name) = (tag.kind, tag.name.clone());
        let is_break = matches!(name, local_name!("p") | local_name!("br"));
        if kind == StartTag && !is_foreign {
            self.names.borrow_mut().insert(name.clone());
        }
        let tree = &self.builder.sink;
        tree.forget_events();
        let result = self.builder.process_token(TagToken(tag), line);
        let is_lost = match (is_foreign, kind) {
            // In SVG or MathML, the end tag of an HTML element may be left out.
            (_, StartTag) if tree.has_html_point() && OPTIONAL_ENDS.contains(&&*name) => true,
            // The tag is dropped at an integration point, which takes HTML, or it ends a cell around SVG or MathML.
            (true, StartTag) if PARTS_OF_A_TABLE.contains(&&*name) && tree.has_failed.get() => true,
            // HTML in SVG or MathML is nested badly.
            (false, _) => {
                tree.has_html_point()
                    && (tree.has_failed.get() || (kind == StartTag && tree.has_closed.get()))
            }
            // An end tag is for an HTML element around SVG or MathML.
            (true, EndTag) if !is_break => {
                tree.asked_for_html.get() && (self.names.borrow().contains(&name) || tree.has_html(&name))
            }
            // Here html5ever 0.40 forgets that an annotation may contain HTML.
            (true, _) => tree.has_failed.get() && tree.has_annotation_of_html(),
        };
        self.is_lost.set(self.is_lost.get() || is_lost);
        result
    }

    fn end(&self) {
        self.builder.end();
    }

    fn adjusted_current_node_present_but_not_in_html_namespace(&self) -> bool {
        self.builder.adjusted_current_node_present_but_not_in_html_namespace()
    }
}
