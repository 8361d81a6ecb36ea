//! [`Scanner`]: the tags of a page, as the tokenizer of WHATWG HTML, section 13.2.5, finds them.
//!
//! Most of a page is text, and a search for `<` skips many bytes of it at a time. The bytes after
//! a `<` decide whether a tag, a comment or text begins there. Nothing is copied. No input is an
//! error, because the standard says how to go on after each parse error.

use std::borrow::Cow;

use htmlize::{Context, unescape_bytes_in};
use memchr::{memchr, memchr2};

use super::bytes::{ends_name, is_space};
use super::element::Element;
use super::skip;

/// The parts of a tag that matter to links.
#[derive(Debug)]
pub struct Tag<'a> {
    pub name: &'a [u8],
    /// The kind of the element; `Other` for an end tag, which is found by its name.
    pub element: Element,
    pub is_end: bool,
    /// Whether it ends in `/>`.
    pub is_self_closing: bool,
    /// The value of the element's attribute that matters, with its entities.
    pub value: Option<&'a [u8]>,
}

/// Goes through a page, from tag to tag.
#[derive(Debug)]
pub struct Scanner<'a> {
    pub(super) page: &'a [u8],
    at: usize,
    pub(super) is_xml: bool,
}

impl<'a> Scanner<'a> {
    pub fn new(page: &'a [u8], is_xml: bool) -> Scanner<'a> {
        Scanner { page, at: 0, is_xml }
    }

    /// Returns the next tag that the page's end does not cut off.
    #[inline]
    pub fn next_tag(&mut self) -> Option<Tag<'a>> {
        loop {
            self.at += memchr(b'<', self.rest())? + 1;
            match self.rest() {
                [b'a'..=b'z' | b'A'..=b'Z', ..] => return self.tag(false),
                [b'/', b'a'..=b'z' | b'A'..=b'Z', ..] => {
                    self.at += 1;
                    return self.tag(true);
                }
                [b'/' | b'!' | b'?', ..] => self.at += skip::declaration(self.rest(), self.is_xml)?,
                _ => {}
            }
        }
    }

    /// Skips to the end tag of an element whose content is text, or to the page's end.
    pub fn skip_text(&mut self, name: &[u8]) {
        self.at += skip::text(self.rest(), name).unwrap_or(self.rest().len());
    }

    fn rest(&self) -> &'a [u8] {
        &self.page[self.at..]
    }

    /// Reads a tag from its name to its end (sections 13.2.5.8 and 32 to 40).
    fn tag(&mut self, is_end: bool) -> Option<Tag<'a>> {
        let name = self.take_until(ends_name);
        let element = match is_end {
            true => Element::Other,
            false if self.is_xml => of_xml(name),
            false => Element::of(name),
        };
        // Most tags have no attributes.
        if self.rest().first() == Some(&b'>') {
            self.at += 1;
            return Some(Tag { name, element, is_end, is_self_closing: false, value: None });
        }
        let wanted = element.attribute();
        let mut value = None;
        loop {
            let before = self.at;
            let Some((attribute, found)) = self.attribute()? else {
                let is_self_closing = self.at > before && self.page[self.at - 1] == b'/';
                self.at += 1;
                return Some(Tag { name, element, is_end, is_self_closing, value });
            };
            if value.is_none()
                && wanted.is_some_and(|wanted| attribute.eq_ignore_ascii_case(wanted))
                && self.is_lower(attribute)
            {
                value = Some(found);
            }
        }
    }

    /// Reads the next attribute of a tag, with its entities; `Some(None)` before the `>` that ends the tag.
    // As a call, it costs a few hundredths of the instructions of a crawl, because pages have many attributes.
    #[inline(always)]
    fn attribute(&mut self) -> Option<Option<(&'a [u8], &'a [u8])>> {
        self.take_until(|byte| !is_space(*byte) && *byte != b'/');
        if *self.page.get(self.at)? == b'>' {
            return Some(None);
        }
        let name = self.attribute_name();
        Some(Some((name, self.value()?)))
    }

    /// Returns the value of an attribute of a tag that has been read, with its entities.
    pub fn attribute_of(&self, tag: &Tag<'a>, wanted: &[u8]) -> Option<&'a [u8]> {
        let is_wanted = |name: &[u8]| name.eq_ignore_ascii_case(wanted) && self.is_lower(name);
        Some(self.attributes_of(tag).find(|(name, _)| is_wanted(name))?.1)
    }

    /// Returns the attributes of a tag that has been read: their names and values, with their entities.
    pub fn attributes_of(&self, tag: &Tag<'a>) -> impl Iterator<Item = (&'a [u8], &'a [u8])> {
        // The name is a part of the page, so the difference is its place.
        let at = tag.name.as_ptr().addr() - self.page.as_ptr().addr() + tag.name.len();
        let mut attributes = Scanner { at, ..*self };
        std::iter::from_fn(move || attributes.attribute()?)
    }

    /// Returns whether a name may be one in lower case. In XML, case matters.
    fn is_lower(&self, name: &[u8]) -> bool {
        !self.is_xml || !name.iter().any(u8::is_ascii_uppercase)
    }

    /// Reads an attribute's name. It may begin with `=`, and may contain quotes.
    fn attribute_name(&mut self) -> &'a [u8] {
        let start = self.at;
        self.at += 1;
        self.take_until(|byte| ends_name(byte) || *byte == b'=');
        &self.page[start..self.at]
    }

    /// Reads the value of an attribute; empty if it has none.
    fn value(&mut self) -> Option<&'a [u8]> {
        self.take_until(|byte| !is_space(*byte));
        if *self.page.get(self.at)? != b'=' {
            return Some(b"");
        }
        self.at += 1;
        self.take_until(|byte| !is_space(*byte));
        match *self.page.get(self.at)? {
            quote @ (b'"' | b'\'') => {
                self.at += 1;
                let start = self.at;
                self.skip_past(quote)?;
                Some(&self.page[start..self.at - 1])
            }
            b'>' => Some(b""),
            _ => Some(self.take_until(|byte| is_space(*byte) || *byte == b'>')),
        }
    }

    /// Takes the bytes before the first one that passes the test, or all that are left.
    fn take_until(&mut self, test: impl Fn(&u8) -> bool) -> &'a [u8] {
        let rest = self.rest();
        let length = rest.iter().position(test).unwrap_or(rest.len());
        self.at += length;
        &rest[..length]
    }

    /// Skips to after the next byte of this value; `None` if there is none.
    fn skip_past(&mut self, byte: u8) -> Option<()> {
        self.at += memchr(byte, self.rest())? + 1;
        Some(())
    }
}

/// Returns the kind of the element with this name of XML, with a prefix or without (Namespaces in XML, section 4).
#[inline(never)]
fn of_xml(name: &[u8]) -> Element {
    let local = memchr(b':', name).map_or(name, |colon| &name[colon + 1..]);
    if local.iter().any(u8::is_ascii_uppercase) { Element::Other } else { Element::of(local) }
}

/// Decodes the entities in the value of an attribute (WHATWG HTML, sections 13.2.5.72 to 80).
pub(super) fn decode(value: &[u8]) -> Cow<'_, [u8]> {
    match memchr2(b'&', 0, value) {
        None => Cow::Borrowed(value),
        Some(_) => {
            let value = String::from_utf8_lossy(value).replace('\0', "\u{fffd}");
            Cow::Owned(unescape_bytes_in(value.into_bytes(), Context::Attribute).into_owned())
        }
    }
}
