//! Foreign content: the elements of SVG and MathML, with rules of their own (WHATWG HTML, section 13.2.6).

use super::element::Element;
use super::scan::{Tag, decode};

/// Which rules hold in an element: those of HTML, SVG or MathML.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Html,
    Svg,
    Math,
    /// An element of SVG or MathML whose content is HTML: an HTML integration point.
    HtmlPoint,
    /// An element of MathML for text, which may be HTML: a MathML text integration point.
    TextPoint,
    /// `annotation-xml` of MathML, in which `svg` is that of HTML.
    Annotation,
}

/// What an element is a part of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Tree {
    Page,
    /// A shadow root, which is shown with the page (WHATWG HTML, section 4.12.3).
    Shadow,
    /// The content of a template, which is not shown.
    Template,
}

impl Kind {
    /// Returns whether a start tag in an element of this kind is read as HTML.
    pub fn takes_html(self, name: &[u8]) -> bool {
        match self {
            Kind::Html | Kind::HtmlPoint => true,
            Kind::TextPoint => !matches!(name, b"mglyph" | b"malignmark"),
            Kind::Annotation => name == b"svg",
            Kind::Svg | Kind::Math => false,
        }
    }

    /// Returns whether an element of this kind may contain HTML. An end tag in it closes no HTML around
    /// it (WHATWG HTML, section 13.2.4.2, "has an element in scope").
    pub fn is_point(self) -> bool {
        matches!(self, Kind::HtmlPoint | Kind::TextPoint | Kind::Annotation)
    }

    /// Returns the kind of a child that is not HTML.
    pub fn of_child(self, tag: &Tag<'_>, name: &[u8]) -> Kind {
        match (self, name) {
            (Kind::Svg, b"foreignobject" | b"desc" | b"title") => Kind::HtmlPoint,
            (Kind::Svg, _) => Kind::Svg,
            (_, b"mi" | b"mo" | b"mn" | b"ms" | b"mtext") => Kind::TextPoint,
            (_, b"annotation-xml") if is_any(tag, ["text/html", "application/xhtml+xml"]) => Kind::HtmlPoint,
            (_, b"annotation-xml") => Kind::Annotation,
            _ => Kind::Math,
        }
    }
}

/// Returns whether a start tag ends the SVG or MathML around it (WHATWG HTML, section 13.2.6.5).
#[rustfmt::skip]
pub fn breaks_out(tag: &Tag<'_>, name: &[u8]) -> bool {
    matches!(
        name,
        b"b" | b"big" | b"blockquote" | b"body" | b"br" | b"center" | b"code" | b"dd" | b"div" | b"dl" | b"dt" | b"em"
        | b"embed" | b"h1" | b"h2" | b"h3" | b"h4" | b"h5" | b"h6" | b"head" | b"hr" | b"i" | b"img" | b"li" | b"listing"
        | b"menu" | b"meta" | b"nobr" | b"ol" | b"p" | b"pre" | b"ruby" | b"s" | b"small" | b"span" | b"strong"
        | b"strike" | b"sub" | b"sup" | b"table" | b"tt" | b"u" | b"ul" | b"var"
    ) || (tag.element == Element::Font && tag.value.is_some())
}

/// Returns whether the value of a tag is one of these, in any case.
pub fn is_any(tag: &Tag<'_>, values: [&str; 2]) -> bool {
    let value = tag.value.map(decode).unwrap_or_default();
    values.iter().any(|known| value.eq_ignore_ascii_case(known.as_bytes()))
}
