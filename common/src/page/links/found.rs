//! [`Found`]: the hrefs of a page, before they are resolved.

use std::borrow::Cow;
use std::collections::HashMap;
use std::hash::Hash;

use memchr::memchr;

use super::anchors::{Kept, Names};
use super::element::Element;
use super::foreign::Tree;
use super::open::Open;
use super::refresh::url_of_refresh;
use super::scan::{Scanner, Tag, decode};
use super::wanted::Wanted;
use super::xlink::XLink;

/// Roughly the number of links on a usual page.
const USUAL_LINKS: usize = 64;

/// The hrefs and the base of a page.
pub(super) struct Found<'a> {
    /// The hrefs, each once. A page repeats most of its links, and comparing hrefs is cheaper than resolving them.
    pub hrefs: Distinct<Cow<'a, [u8]>>,
    pub base: Option<Cow<'a, [u8]>>,
    /// `None` if they are not wanted.
    pub names: Option<Names>,
    kept: Kept,
    keeps_fragments: bool,
    xlink: XLink<'a>,
}

impl<'a> Found<'a> {
    /// Reads a page. Keeps the HTML around other elements only in a page that needs it.
    pub fn in_page(page: &'a [u8], is_xml: bool, wanted: &Wanted<'_>) -> Found<'a> {
        let read = |keeps| Found::of_tags(Scanner::new(page, is_xml), Open::new(keeps), wanted);
        read(false).or_else(|| read(true)).expect("all open elements are kept")
    }

    /// Returns `None` if `open` lacks an element.
    fn of_tags(mut scanner: Scanner<'a>, mut open: Open<'a>, wanted: &Wanted<'_>) -> Option<Found<'a>> {
        let mut found = Found {
            hrefs: Distinct::with_capacity(USUAL_LINKS),
            base: None,
            names: wanted.anchors.then(Names::default),
            kept: Kept::default(),
            keeps_fragments: wanted.fragments(),
            xlink: XLink::default(),
        };
        let is_xml = scanner.is_xml;
        // A reference, because to move the tag would be slower.
        while let Some(tag) = &scanner.next_tag(open.is_foreign()) {
            match (is_xml, tag.is_end) {
                (false, true) => {
                    if found.has_places(&open) {
                        found.kept.end(tag);
                    }
                    if !open.end(tag) {
                        return None;
                    }
                }
                (true, true) => {}
                (true, false) => {
                    found.add_names(&scanner, tag, true);
                    found.add(&scanner, tag, Tree::Page, true);
                }
                (false, false) => found.start(&mut scanner, &mut open, tag),
            }
        }
        Some(found)
    }

    /// Reads a start tag of HTML, SVG or MathML.
    fn start(&mut self, scanner: &mut Scanner<'a>, open: &mut Open<'a>, tag: &Tag<'a>) {
        let has_places = self.has_places(open);
        let is_html = open.start(tag);
        if has_places && (!is_html || self.kept.start(tag)) {
            self.add_names(scanner, tag, is_html);
        }
        if is_html && tag.value.is_some() || tag.element == Element::Anchor {
            self.add(scanner, tag, open.tree(), !is_html);
        }
        if is_html {
            skip_text(scanner, tag);
        }
    }

    /// Returns whether names are wanted and lead to a place here: not in a template or a shadow root.
    fn has_places(&self, open: &Open<'_>) -> bool {
        self.names.is_some() && open.tree() == Tree::Page
    }

    fn add_names(&mut self, scanner: &Scanner<'a>, tag: &Tag<'a>, is_html: bool) {
        if let Some(names) = &mut self.names {
            names.add(scanner, tag, is_html);
        }
    }

    /// Adds the link of a tag, if it has one and stands in this tree. In XML and SVG, it may be one of XLink.
    fn add(&mut self, scanner: &Scanner<'a>, tag: &Tag<'a>, tree: Tree, may_have_xlink: bool) {
        let value = match tag.value {
            None if may_have_xlink && tag.element == Element::Anchor => self.xlink.href(scanner, tag),
            value => value,
        };
        let Some(value) = value else { return };
        match tag.element {
            Element::Link if is_hint(scanner, tag) => {}
            Element::Base if tree == Tree::Page => _ = self.base.get_or_insert_with(|| decode(value)),
            Element::Meta if tree == Tree::Page => {
                if let Some(href) = refresh(scanner, tag, value) {
                    self.insert(href);
                }
            }
            Element::Anchor | Element::Area | Element::Link | Element::Frame | Element::InlineFrame
                if tree != Tree::Template =>
            {
                self.insert(decode(value));
            }
            _ => {}
        }
    }

    fn insert(&mut self, href: Cow<'a, [u8]>) {
        self.hrefs.insert(if self.keeps_fragments { href } else { without_fragment(href) });
    }
}

/// Returns where a `meta` with this content leads, if it refreshes the page.
fn refresh<'a>(scanner: &Scanner<'a>, tag: &Tag<'a>, content: &'a [u8]) -> Option<Cow<'a, [u8]>> {
    let state = decode(scanner.attribute_of(tag, b"http-equiv")?);
    if !state.eq_ignore_ascii_case(b"refresh") {
        return None;
    }
    match decode(content) {
        Cow::Borrowed(content) => url_of_refresh(content).map(Cow::Borrowed),
        Cow::Owned(content) => url_of_refresh(&content).map(|href| Cow::Owned(href.to_vec())),
    }
}

/// The types of a `link` that leads to nothing that GET fetches: a server that the browser may connect to (WHATWG HTML, section
/// 4.6.7), or an endpoint that takes POST (Pingback 1.0, Webmention, Micropub, Microsub, IndieAuth, WebSub; lychee 1210).
const NOTHING_TO_GET: [&[u8]; 8] = [
    b"preconnect",
    b"dns-prefetch",
    b"pingback",
    b"webmention",
    b"micropub",
    b"microsub",
    b"token_endpoint",
    b"hub",
];

/// Returns whether a `link` leads to nothing that GET fetches. Each word of its `rel` is a link of its own, so all must be such
/// types: a stylesheet is fetched, even if its server is a hint, too.
fn is_hint(scanner: &Scanner<'_>, tag: &Tag<'_>) -> bool {
    let Some(rel) = scanner.attribute_of(tag, b"rel") else { return false };
    let is_hint = |word: &[u8]| NOTHING_TO_GET.iter().any(|hint| word.eq_ignore_ascii_case(hint));
    let rel = decode(rel);
    let mut words = rel.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty()).peekable();
    words.peek().is_some() && words.all(is_hint)
}

/// Returns the part before the fragment, which begins at the first `#`.
pub(super) fn without_fragment(href: Cow<'_, [u8]>) -> Cow<'_, [u8]> {
    let Some(end) = memchr(b'#', &href) else { return href };
    // The `#` stays where the rest would mean something else without it. White space counts before a
    // fragment, but not at the end of a URL. On the base `mailto:x`, `#` is a URL and an empty text is
    // not. And `url` accepts `x://@` only if nothing follows.
    let keeps_mark = href[..end].last().is_none_or(|byte| *byte <= b' ' || *byte == b'@');
    let end = if keeps_mark { end + 1 } else { end };
    match href {
        Cow::Borrowed(href) => Cow::Borrowed(&href[..end]),
        Cow::Owned(mut href) => {
            href.truncate(end);
            Cow::Owned(href)
        }
    }
}

/// Skips the content of an element in which tags are text.
fn skip_text(scanner: &mut Scanner<'_>, tag: &Tag<'_>) {
    match tag.element {
        Element::Text | Element::InlineFrame => scanner.skip_text(tag.name),
        Element::Script => scanner.skip_script(),
        Element::PlainText => scanner.skip_all(),
        _ => {}
    }
}

/// A set that remembers the order of its items.
#[derive(Debug)]
pub(super) struct Distinct<T>(HashMap<T, usize>);

impl<T: Eq + Hash> Distinct<T> {
    pub(super) fn with_capacity(capacity: usize) -> Distinct<T> {
        Distinct(HashMap::with_capacity(capacity))
    }

    pub(super) fn insert(&mut self, item: T) {
        let place = self.0.len();
        self.0.entry(item).or_insert(place);
    }

    /// Returns the items in the order of their first insertions.
    pub(super) fn into_vec(self) -> Vec<T> {
        let mut items: Vec<_> = self.0.into_iter().collect();
        items.sort_unstable_by_key(|(_, place)| *place);
        items.into_iter().map(|(item, _)| item).collect()
    }
}
