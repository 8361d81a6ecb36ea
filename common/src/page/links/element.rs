//! [`Element`]: the kinds of elements that matter to links.

/// The kind of an element, by its name in HTML.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Element {
    /// `a`, in SVG and MathML, too.
    Anchor,
    Area,
    /// `link`, also of Atom.
    Link,
    Base,
    /// `meta`, which may refresh the page.
    Meta,
    Frame,
    /// `iframe`, whose content is text.
    InlineFrame,
    /// `template`, whose content is no part of the page unless it is a shadow root.
    Template,
    /// An element whose content is text up to its end tag (WHATWG HTML, section 13.2.6).
    Text,
    Other,
}

impl Element {
    /// Returns the kind of the element with this name, in any case.
    ///
    /// The content of `noscript` is not text here, because the crawler runs no scripts.
    #[inline]
    pub fn of(name: &[u8]) -> Element {
        match Element::of_lower(name) {
            // Most names are in lower case.
            Element::Other if name.iter().any(u8::is_ascii_uppercase) => {
                Element::of_lower(&name.to_ascii_lowercase())
            }
            element => element,
        }
    }

    fn of_lower(name: &[u8]) -> Element {
        match name {
            b"a" => Element::Anchor,
            b"area" => Element::Area,
            b"link" => Element::Link,
            b"base" => Element::Base,
            b"meta" => Element::Meta,
            b"frame" => Element::Frame,
            b"iframe" => Element::InlineFrame,
            b"template" => Element::Template,
            b"script" | b"style" | b"textarea" | b"title" | b"xmp" | b"noembed" | b"noframes"
            | b"plaintext" => Element::Text,
            _ => Element::Other,
        }
    }

    /// Returns the attribute that matters: where a link leads, or what a `meta` or a `template` is for.
    pub fn attribute(self) -> Option<&'static [u8]> {
        match self {
            Element::Anchor | Element::Area | Element::Link | Element::Base => Some(b"href"),
            Element::Frame | Element::InlineFrame => Some(b"src"),
            Element::Meta => Some(b"content"),
            Element::Template => Some(b"shadowrootmode"),
            Element::Text | Element::Other => None,
        }
    }

    /// Returns whether the tags in an element of HTML are text.
    pub fn has_text(self) -> bool {
        matches!(self, Element::Text | Element::InlineFrame)
    }
}
