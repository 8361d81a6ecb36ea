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
    /// `br` and others that are never open: they have no content, or their end tag does not close them.
    Empty,
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
            b"textarea" | b"title" | b"style" | b"xmp" | b"noembed" | b"noframes" => Element::Text,
            b"script" => Element::Script,
            b"plaintext" => Element::PlainText,
            b"svg" => Element::Svg,
            b"math" => Element::Math,
            b"annotation-xml" => Element::Annotation,
            b"font" => Element::Font,
            b"body" | b"br" | b"col" | b"embed" | b"head" | b"hr" | b"html" | b"image" | b"img"
            | b"input" | b"param" | b"source" | b"track" | b"wbr" => Element::Empty,
            _ => Element::Other,
        }
    }

    /// Returns the attributes that matter. That of a link says where the link leads.
    pub fn attributes(self) -> &'static [&'static [u8]] {
        match self {
            Element::Anchor | Element::Area | Element::Link | Element::Base => &[b"href"],
            Element::Frame | Element::InlineFrame => &[b"src"],
            Element::Meta => &[b"content"],
            Element::Template => &[b"shadowrootmode"],
            Element::Annotation => &[b"encoding"],
            Element::Font => &[b"color", b"face", b"size"],
            _ => &[],
        }
    }
}
