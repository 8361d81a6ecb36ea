//! [`Found`]: the hrefs of a page, before they are resolved.
//!
//! There is no tree of the page: only of templates it matters what is in them, because they hide it. In SVG and MathML, tags are
//! read as in HTML.

use std::borrow::Cow;

use memchr::memchr;

use super::anchors::Names;
use super::distinct::Distinct;
use super::element::Element;
use super::hint::is_hint;
use super::refresh::url_of_refresh;
use super::scan::{Scanner, Tag, decode};
use super::wanted::Wanted;
use super::xlink::XLink;

/// Roughly the number of links on a usual page.
const USUAL_LINKS: usize = 64;

/// The hrefs and the base of a page.
pub struct Found<'a> {
    /// The hrefs, each once. A page repeats most of its links, and comparing hrefs is cheaper than resolving them.
    pub hrefs: Distinct<Cow<'a, [u8]>>,
    pub base: Option<Cow<'a, [u8]>>,
    /// `None` if they are not wanted.
    pub names: Option<Names>,
    keeps_fragments: bool,
    templates: Templates,
    xlink: XLink<'a>,
}

impl<'a> Found<'a> {
    /// Reads a page.
    pub fn in_page(page: &'a [u8], is_xml: bool, wanted: &Wanted<'_>) -> Found<'a> {
        let mut found = Found {
            hrefs: Distinct::with_capacity(USUAL_LINKS),
            base: None,
            names: wanted.anchors.then(Names::default),
            keeps_fragments: wanted.fragments(),
            templates: Templates::default(),
            xlink: XLink::default(),
        };
        let mut scanner = Scanner::new(page, is_xml);
        // A reference, because to move the tag would be slower.
        while let Some(tag) = &scanner.next_tag() {
            if tag.is_end {
                found.templates.end(tag);
                continue;
            }
            if !found.templates.hide_tags() {
                found.add(&scanner, tag);
            }
            if !is_xml {
                found.templates.start(tag);
                skip_text(&mut scanner, tag);
            }
        }
        found
    }

    /// Adds the names and the link of a start tag, if it has some.
    fn add(&mut self, scanner: &Scanner<'a>, tag: &Tag<'a>) {
        let is_in_page = self.templates.are_closed();
        if is_in_page && let Some(names) = &mut self.names {
            names.add(scanner, tag);
        }
        let value = match tag.element {
            Element::Anchor => tag.value.or_else(|| self.xlink.href(scanner, tag)),
            _ => tag.value,
        };
        let Some(value) = value else { return };
        match tag.element {
            Element::Link if is_hint(scanner, tag) => {}
            Element::Base if is_in_page => _ = self.base.get_or_insert_with(|| decode(value)),
            Element::Meta if is_in_page => {
                if let Some(href) = refresh(scanner, tag, value) {
                    self.insert(href);
                }
            }
            Element::Anchor | Element::Area | Element::Link | Element::Frame | Element::InlineFrame => {
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

/// Returns the part before the fragment, which begins at the first `#`.
fn without_fragment(href: Cow<'_, [u8]>) -> Cow<'_, [u8]> {
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

/// Skips the content of an element in which tags are text. `<title/>` has none in SVG. In HTML, a browser takes all up to the next
/// `</title>` for its text, which only hides links.
fn skip_text(scanner: &mut Scanner<'_>, tag: &Tag<'_>) {
    if tag.element.has_text() && !tag.is_self_closing {
        scanner.skip_text(tag.name);
    }
}

/// The templates around a tag. What is in one is not shown, unless it is a shadow root (WHATWG HTML, section 4.12.3).
#[derive(Debug, Default)]
struct Templates {
    /// The shadow roots.
    shadow: usize,
    /// The others, and all templates in them.
    hidden: usize,
}

impl Templates {
    /// Returns whether the tags that follow are not shown.
    fn hide_tags(&self) -> bool {
        self.hidden > 0
    }

    /// Returns whether the tags that follow are a part of the page itself, and not of a template or a shadow root.
    fn are_closed(&self) -> bool {
        self.hidden == 0 && self.shadow == 0
    }

    /// Reads a start tag.
    fn start(&mut self, tag: &Tag<'_>) {
        if tag.element != Element::Template {
            return;
        }
        let mode = tag.value.map(decode).unwrap_or_default();
        let is_shadow = [&b"open"[..], b"closed"].iter().any(|known| mode.eq_ignore_ascii_case(known));
        if is_shadow && !self.hide_tags() {
            self.shadow += 1;
        } else {
            self.hidden += 1;
        }
    }

    /// Reads an end tag.
    fn end(&mut self, tag: &Tag<'_>) {
        let innermost = if self.hide_tags() { &mut self.hidden } else { &mut self.shadow };
        if *innermost > 0 && tag.name.eq_ignore_ascii_case(b"template") {
            *innermost -= 1;
        }
    }
}
