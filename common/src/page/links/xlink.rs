//! [`XLink`]: where a link of SVG leads that has no `href`, but an older `xlink:href` (SVG 2, "Deprecated XLink URL reference
//! attributes").

use std::cell::OnceCell;
use std::collections::BTreeSet;

use memchr::memmem;

use super::bytes::is_space;
use super::scan::{Scanner, Tag};

/// The namespace of XLink.
const NAMESPACE: &[u8] = b"http://www.w3.org/1999/xlink";

/// The usual prefix. HTML knows no other (WHATWG HTML, section 13.2.6.1, "adjust foreign attributes").
const USUAL: &[u8] = b"xlink";

/// The prefixes of XLink in a page, which are read when they are first needed.
#[derive(Debug, Default)]
pub struct XLink<'a>(OnceCell<BTreeSet<&'a [u8]>>);

impl<'a> XLink<'a> {
    /// Returns the `href` of XLink in a tag, with its entities.
    pub fn href(&self, scanner: &Scanner<'a>, tag: &Tag<'a>) -> Option<&'a [u8]> {
        if !scanner.is_xml {
            return scanner.attribute_of(tag, b"xlink:href");
        }
        let is_xlink = |prefix: &[u8]| prefix == USUAL || self.prefixes(scanner.page).contains(prefix);
        let is_href = |name: &[u8]| name.strip_suffix(b":href").is_some_and(is_xlink);
        Some(scanner.attributes_of(tag).find(|(name, _)| is_href(name))?.1)
    }

    /// Returns the prefixes that a page binds to XLink, wherever it does so (Namespaces in XML, section 3). It may bind the usual
    /// one by an entity, which is not decoded here.
    fn prefixes(&self, page: &'a [u8]) -> &BTreeSet<&'a [u8]> {
        self.0
            .get_or_init(|| memmem::find_iter(page, NAMESPACE).filter_map(|at| bound(&page[..at])).collect())
    }
}

/// Returns the prefix that is bound by the value that begins behind this part of a page.
fn bound(before: &[u8]) -> Option<&[u8]> {
    let before = before.strip_suffix(b"\"").or_else(|| before.strip_suffix(b"'"))?;
    let name = before.trim_ascii_end().strip_suffix(b"=")?.trim_ascii_end();
    let start = name.iter().rposition(|byte| is_space(*byte) || b"\"'<>".contains(byte))? + 1;
    name[start..].strip_prefix(b"xmlns:")
}
