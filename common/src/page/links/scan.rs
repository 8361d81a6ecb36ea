//! [`Scanner`]: the tags of a page, as the tokenizer of WHATWG HTML, section 13.2.5, finds them.
//!
//! Most of a page is text, and a search for `<` skips many bytes of it at a time. The bytes after
//! a `<` decide whether a tag, a comment or text begins there. Nothing is copied. No input is an
//! error, because the standard says how to go on after each parse error.

use memchr::{memchr, memchr_iter, memchr2, memmem};

use super::element::Element;

/// The parts of a tag that matter to links.
#[derive(Debug)]
pub struct Tag<'a> {
    pub name: &'a [u8],
    pub element: Element,
    pub is_end: bool,
    /// Whether it ends in `/>`.
    pub is_self_closing: bool,
    /// The value of the first of the element's attributes that matter, with its entities.
    pub value: Option<&'a [u8]>,
}

/// Goes through a page, from tag to tag.
#[derive(Debug)]
pub struct Scanner<'a> {
    page: &'a [u8],
    at: usize,
    is_xml: bool,
}

impl<'a> Scanner<'a> {
    pub fn new(page: &'a [u8], is_xml: bool) -> Scanner<'a> {
        Scanner { page, at: 0, is_xml }
    }

    /// Returns the next tag. A tag that the page's end cuts off does not count. `<![CDATA[` begins
    /// a section of text if `has_cdata`.
    pub fn next_tag(&mut self, has_cdata: bool) -> Option<Tag<'a>> {
        loop {
            self.at += memchr(b'<', self.rest())? + 1;
            match self.rest() {
                [b'a'..=b'z' | b'A'..=b'Z', ..] => return self.tag(false),
                [b'/', b'a'..=b'z' | b'A'..=b'Z', ..] => {
                    self.at += 1;
                    return self.tag(true);
                }
                [b'!', b'-', b'-', ..] if self.is_xml => {
                    self.at += b"!--".len();
                    self.skip_past_all(b"-->")?;
                }
                [b'!', b'-', b'-', ..] => self.skip_comment(),
                [b'!', b'[', b'C', b'D', b'A', b'T', b'A', b'[', ..] if has_cdata => self.skip_past_all(b"]]>")?,
                [b'?', ..] if self.is_xml => self.skip_past_all(b"?>")?,
                [b'!', ..] if self.is_xml => self.skip_doctype()?,
                // `</>`, a doctype and a processing instruction end at the first `>`.
                [b'/' | b'!' | b'?', ..] => self.skip_past(b'>')?,
                _ => {}
            }
        }
    }

    fn rest(&self) -> &'a [u8] {
        &self.page[self.at..]
    }

    /// Reads a tag from its name to its end (sections 13.2.5.8 and 32 to 40).
    fn tag(&mut self, is_end: bool) -> Option<Tag<'a>> {
        let name = self.take_until(ends_name);
        let element = if self.is_lower(name) { Element::of(name) } else { Element::Other };
        // Most tags have no attributes.
        if self.rest().first() == Some(&b'>') {
            self.at += 1;
            return Some(Tag { name, element, is_end, is_self_closing: false, value: None });
        }
        let wanted = element.attributes();
        let mut value = None;
        loop {
            let before = self.at;
            self.take_until(|byte| !is_space(*byte) && *byte != b'/');
            if *self.page.get(self.at)? == b'>' {
                let is_self_closing = self.at > before && self.page[self.at - 1] == b'/';
                self.at += 1;
                return Some(Tag { name, element, is_end, is_self_closing, value });
            }
            let attribute = self.attribute_name();
            let found = self.value()?;
            if value.is_none() && wanted.iter().any(|wanted| attribute.eq_ignore_ascii_case(wanted)) && self.is_lower(attribute) {
                value = Some(found);
            }
        }
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

    /// Skips a comment (sections 13.2.5.43 to 52).
    fn skip_comment(&mut self) {
        let start = self.at + b"!--".len();
        let text = &self.page[start..];
        let ends = |end: &usize| {
            let before = &text[..*end];
            // A comment may be as short as `<!-->` and `<!--->`.
            before.is_empty() || before == b"-" || before.ends_with(b"--") || before.ends_with(b"--!")
        };
        let end = memchr_iter(b'>', text).find(ends);
        self.at = end.map_or(self.page.len(), |end| start + end + 1);
    }

    /// Skips a doctype of XML. The declarations in its brackets may hold any markup (XML, section 2.8).
    fn skip_doctype(&mut self) -> Option<()> {
        let mut is_inside = false;
        loop {
            self.take_until(|byte| b"\"'[]<>".contains(byte));
            let byte = *self.rest().first()?;
            match self.rest() {
                [b'<', b'!', b'-', b'-', ..] => {
                    self.at += b"<!--".len();
                    self.skip_past_all(b"-->")?;
                    continue;
                }
                [b'<', b'?', ..] => {
                    self.skip_past_all(b"?>")?;
                    continue;
                }
                _ => self.at += 1,
            }
            match byte {
                b'"' | b'\'' => self.skip_past(byte)?,
                b'[' => is_inside = true,
                b']' => is_inside = false,
                b'>' if !is_inside => return Some(()),
                _ => {}
            }
        }
    }

    /// Skips to the end tag of an element whose content is text, or to the page's end.
    pub fn skip_text(&mut self, name: &[u8]) {
        let end = memmem::find_iter(self.rest(), b"</").find(|at| self.is_name(self.at + at + 2, name));
        self.at = end.map_or(self.page.len(), |end| self.at + end);
    }

    /// Skips to the end tag of a script, or to the page's end (sections 13.2.5.15 to 31).
    ///
    /// In a script, `<!--` begins an escaped part, which ends at `-->`. In it, `<script` begins a
    /// double-escaped part. There `</script` ends only that part, and not the script.
    pub fn skip_script(&mut self) {
        let (mut is_escaped, mut is_double) = (None, false);
        while let Some(next) = memchr2(b'<', b'>', self.rest()) {
            let at = self.at + next;
            self.at = at + 1;
            if self.page[at] == b'>' {
                // `<!-->` is both: the dashes of `<!--` count for `-->`.
                let ends = |start: usize| self.page[start..at].ends_with(b"--");
                if is_escaped.is_some_and(ends) {
                    (is_escaped, is_double) = (None, false);
                }
            } else if self.is_name(at + 2, b"script") && self.page[at + 1] == b'/' {
                if !is_double {
                    self.at = at;
                    return;
                }
                is_double = false;
            } else if is_escaped.is_some() && self.is_name(at + 1, b"script") {
                is_double = true;
            } else if is_escaped.is_none() && self.rest().starts_with(b"!--") {
                is_escaped = Some(self.at + 1);
            }
        }
        self.skip_all();
    }

    /// Skips to the page's end.
    pub fn skip_all(&mut self) {
        self.at = self.page.len();
    }

    /// Returns whether a tag of this name stands at `at`.
    fn is_name(&self, at: usize, name: &[u8]) -> bool {
        let Some((text, rest)) = self.page.get(at..).and_then(|text| text.split_at_checked(name.len()))
        else {
            return false;
        };
        text.eq_ignore_ascii_case(name) && rest.first().is_some_and(ends_name)
    }

    /// Takes the bytes before the first one that passes the test, or all that are left.
    fn take_until(&mut self, test: impl Fn(&u8) -> bool) -> &'a [u8] {
        let rest = self.rest();
        let length = rest.iter().position(test).unwrap_or(rest.len());
        self.at += length;
        &rest[..length]
    }

    /// Skips to after the next occurrence of `end`; `None` if there is none.
    fn skip_past_all(&mut self, end: &[u8]) -> Option<()> {
        self.at += memmem::find(self.rest(), end)? + end.len();
        Some(())
    }

    /// Skips to after the next byte of this value; `None` if there is none.
    fn skip_past(&mut self, byte: u8) -> Option<()> {
        self.at += memchr(byte, self.rest())? + 1;
        Some(())
    }
}

/// Returns whether the tokenizer takes the byte for white space.
fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\n' | b'\t' | b'\r' | b'\x0c')
}

/// Returns whether the byte ends a tag's name.
fn ends_name(byte: &u8) -> bool {
    is_space(*byte) || matches!(byte, b'/' | b'>')
}
