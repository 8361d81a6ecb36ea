//! [`Element`]: the kinds of elements that matter to links.

/// The kind of an element, by the name of its tag.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Element {
    /// `a`, `area` and `link`.
    Anchor,
    Base,
    Frame,
    /// `iframe`, whose content is text.
    InlineFrame,
    /// SVG or MathML, where `/>` closes an element as in XML.
    Foreign,
    /// An element whose content is text up to its end tag (WHATWG HTML, section 13.2.6).
    Text(&'static [u8]),
    /// `script`, whose content is text with its own rules for where it ends.
    Script,
    /// `plaintext`: the rest of the page is text.
    PlainText,
    Other,
}

impl Element {
    /// Returns the kind of the element with this name, in any case.
    ///
    /// The content of `noscript` is not text here, because the crawler runs no scripts.
    pub fn of(name: &[u8]) -> Element {
        let first = name.first().map_or(0, u8::to_ascii_lowercase);
        // The length and the first letter rule out almost all other names.
        let (known, element): (&[u8], Element) = match (name.len(), first) {
            (1, b'a') => (b"a", Element::Anchor),
            (4, b'a') => (b"area", Element::Anchor),
            (4, b'l') => (b"link", Element::Anchor),
            (4, b'b') => (b"base", Element::Base),
            (5, b'f') => (b"frame", Element::Frame),
            (6, b'i') => (b"iframe", Element::InlineFrame),
            (3, b's') => (b"svg", Element::Foreign),
            (4, b'm') => (b"math", Element::Foreign),
            (5, b't') => (b"title", Element::Text(b"title")),
            (8, b't') => (b"textarea", Element::Text(b"textarea")),
            (5, b's') => (b"style", Element::Text(b"style")),
            (3, b'x') => (b"xmp", Element::Text(b"xmp")),
            (7, b'n') => (b"noembed", Element::Text(b"noembed")),
            (8, b'n') => (b"noframes", Element::Text(b"noframes")),
            (6, b's') => (b"script", Element::Script),
            (9, b'p') => (b"plaintext", Element::PlainText),
            _ => return Element::Other,
        };
        if known.eq_ignore_ascii_case(name) { element } else { Element::Other }
    }

    /// Returns the attribute that holds its link; empty if it has none.
    pub fn link_attribute(self) -> &'static [u8] {
        match self {
            Element::Anchor | Element::Base => b"href",
            Element::Frame | Element::InlineFrame => b"src",
            _ => b"",
        }
    }
}
