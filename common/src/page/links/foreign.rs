//! Foreign content: the elements of SVG and MathML, in which other rules hold (WHATWG HTML, section
//! 13.2.6).

use super::element::Element;
use super::name::{self, Name};
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
    pub fn takes_html(self, name: Name) -> bool {
        match self {
            Kind::Html | Kind::HtmlPoint => true,
            Kind::TextPoint => !matches!(name, name::MGLYPH | name::MALIGNMARK),
            Kind::Annotation => name == name::SVG,
            Kind::Svg | Kind::Math => false,
        }
    }

    /// Returns whether an element of this kind may contain HTML. An end tag in it closes no HTML around
    /// it (WHATWG HTML, section 13.2.4.2, "has an element in scope").
    pub fn is_point(self) -> bool {
        matches!(self, Kind::HtmlPoint | Kind::TextPoint | Kind::Annotation)
    }

    /// Returns the kind of a child that is not HTML.
    pub fn of_child(self, tag: &Tag<'_>, name: Name) -> Kind {
        match (self, name) {
            (Kind::Svg, name::FOREIGN_OBJECT | name::DESC | name::TITLE) => Kind::HtmlPoint,
            (Kind::Svg, _) => Kind::Svg,
            (_, name::MI | name::MO | name::MN | name::MS | name::MTEXT) => Kind::TextPoint,
            (_, name::ANNOTATION_XML) if is_any(tag, ["text/html", "application/xhtml+xml"]) => {
                Kind::HtmlPoint
            }
            (_, name::ANNOTATION_XML) => Kind::Annotation,
            _ => Kind::Math,
        }
    }
}

/// Returns whether a start tag ends the SVG or MathML around it.
pub fn breaks_out(tag: &Tag<'_>, name: Name) -> bool {
    name::BREAK_OUT.contains(&name) || (tag.element == Element::Font && tag.value.is_some())
}

/// Returns whether the value of a tag is one of these, in any case.
pub fn is_any(tag: &Tag<'_>, values: [&str; 2]) -> bool {
    let value = tag.value.map(decode).unwrap_or_default();
    values.iter().any(|known| value.eq_ignore_ascii_case(known.as_bytes()))
}
