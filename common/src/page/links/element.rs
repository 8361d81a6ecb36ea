//! [`Element`]: what matters to links about an element.

/// An element, as its tag's name tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Element {
    /// `a`, `area` and `link`.
    Anchor,
    Base,
    Frame,
    /// A frame whose content is text, for those who know no frames.
    InlineFrame,
    /// SVG or MathML, where `/>` closes an element as in XML.
    Foreign,
    /// Its content is text up to its end tag (WHATWG HTML, section 13.2.6), with or without entities.
    Text(&'static [u8]),
    /// Its content is text, with rules of its own for where it ends.
    Script,
    /// All that follows is text.
    PlainText,
    Other,
}

impl Element {
    /// The element of this name, in any case.
    ///
    /// `noscript` is not among those whose content is text: who runs no scripts sees its content.
    pub fn of(name: &[u8]) -> Element {
        let first = name.first().map_or(0, u8::to_ascii_lowercase);
        // Almost all names are of none of these, and most are told so by this alone.
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

    /// The attribute that holds its link; empty if it has none.
    pub fn link_attribute(self) -> &'static [u8] {
        match self {
            Element::Anchor | Element::Base => b"href",
            Element::Frame | Element::InlineFrame => b"src",
            _ => b"",
        }
    }
}
