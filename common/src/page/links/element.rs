//! [`Element`]: the kinds of elements that matter to links.

/// The kind of an element, by its name in HTML.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Element {
    /// `a`, in SVG and MathML, too.
    Anchor,
    /// `area` and `link`.
    Link,
    Base,
    Frame,
    /// `iframe`, whose content is text.
    InlineFrame,
    /// `template`, whose content is no part of the page unless it is a shadow root.
    Template,
    /// An element whose content is text up to its end tag (WHATWG HTML, section 13.2.6).
    Text,
    /// `script`, whose content is text with its own rules for where it ends.
    Script,
    /// `plaintext`: the rest of the page is text.
    PlainText,
    /// `svg`.
    Svg,
    /// `math`.
    Math,
    /// `annotation-xml`, in MathML, whose content may be HTML.
    Annotation,
    /// `font`, which may end SVG and MathML.
    Font,
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
            (4, b'a') => (b"area", Element::Link),
            (4, b'l') => (b"link", Element::Link),
            (4, b'b') => (b"base", Element::Base),
            (5, b'f') => (b"frame", Element::Frame),
            (6, b'i') => (b"iframe", Element::InlineFrame),
            (8, b't') if name[2] | 0x20 == b'm' => (b"template", Element::Template),
            (8, b't') => (b"textarea", Element::Text),
            (5, b't') => (b"title", Element::Text),
            (5, b's') => (b"style", Element::Text),
            (3, b'x') => (b"xmp", Element::Text),
            (7, b'n') => (b"noembed", Element::Text),
            (8, b'n') => (b"noframes", Element::Text),
            (6, b's') => (b"script", Element::Script),
            (9, b'p') => (b"plaintext", Element::PlainText),
            (3, b's') => (b"svg", Element::Svg),
            (4, b'm') => (b"math", Element::Math),
            (14, b'a') => (b"annotation-xml", Element::Annotation),
            (4, b'f') => (b"font", Element::Font),
            _ => return Element::Other,
        };
        if known.eq_ignore_ascii_case(name) { element } else { Element::Other }
    }

    /// Returns the attributes that matter. That of a link says where the link leads.
    pub fn attributes(self) -> &'static [&'static [u8]] {
        match self {
            Element::Anchor | Element::Link | Element::Base => &[b"href"],
            Element::Frame | Element::InlineFrame => &[b"src"],
            Element::Template => &[b"shadowrootmode"],
            Element::Annotation => &[b"encoding"],
            Element::Font => &[b"color", b"face", b"size"],
            _ => &[],
        }
    }
}
