//! [`Name`]: the names of elements, and those that the standard gives a meaning here.

/// The name of an element, in lower case, as a hash (FNV-1a).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Name(u64);

impl Name {
    /// Returns the name with these bytes, in any case.
    pub const fn of(bytes: &[u8]) -> Name {
        let (mut hash, mut at) = (0xcbf2_9ce4_8422_2325_u64, 0);
        while at < bytes.len() {
            hash = (hash ^ bytes[at].to_ascii_lowercase() as u64).wrapping_mul(0x100_0000_01b3);
            at += 1;
        }
        Name(hash)
    }

    /// Returns several names.
    const fn all<const N: usize>(texts: [&str; N]) -> [Name; N] {
        let (mut names, mut at) = ([Name(0); N], 0);
        while at < N {
            names[at] = Name::of(texts[at].as_bytes());
            at += 1;
        }
        names
    }
}

macro_rules! names {
    ($($name:ident = $text:literal)*) => { $(pub const $name: Name = Name::of($text.as_bytes());)* };
}

#[rustfmt::skip]
names! {
    A = "a" BR = "br" P = "p" TEMPLATE = "template" SVG = "svg" FOREIGN_OBJECT = "foreignobject" DESC = "desc"
    TITLE = "title" ANNOTATION_XML = "annotation-xml" MI = "mi" MO = "mo" MN = "mn" MS = "ms" MTEXT = "mtext"
    MGLYPH = "mglyph" MALIGNMARK = "malignmark"
}

/// HTML elements that end SVG and MathML (WHATWG HTML, section 13.2.6.5).
#[rustfmt::skip]
pub const BREAK_OUT: [Name; 44] = Name::all([
    "b", "big", "blockquote", "body", "br", "center", "code", "dd", "div", "dl", "dt", "em", "embed", "h1",
    "h2", "h3", "h4", "h5", "h6", "head", "hr", "i", "img", "li", "listing", "menu", "meta", "nobr", "ol",
    "p", "pre", "ruby", "s", "small", "span", "strong", "strike", "sub", "sup", "table", "tt", "u", "ul",
    "var",
]);

/// HTML elements without content, and those that their end tags do not close.
#[rustfmt::skip]
pub const NEVER_OPEN: [Name; 19] = Name::all([
    "area", "base", "body", "br", "col", "embed", "head", "hr", "html", "image", "img", "input",
    "link", "meta", "param", "plaintext", "source", "track", "wbr",
]);
