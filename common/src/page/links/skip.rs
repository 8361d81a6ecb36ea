//! Skips the parts of a page without tags: comments, declarations and elements whose content is text.

use memchr::{memchr_iter, memchr2, memmem};

use super::scan::{Scanner, ends_name};

impl Scanner<'_> {
    /// Skips what `<!`, `<?` or `</` begins, but no tag.
    #[inline(never)]
    pub(super) fn skip_declaration(&mut self, has_cdata: bool) -> Option<()> {
        match self.rest() {
            [b'!', b'-', b'-', ..] if !self.is_xml => self.skip_comment(),
            [b'!', b'-', b'-', ..] => return self.skip_past_all(b"!--".len(), b"-->"),
            [b'!', b'[', b'C', b'D', b'A', b'T', b'A', b'[', ..] if has_cdata || self.is_xml => {
                return self.skip_past_all(0, b"]]>");
            }
            [b'?', ..] if self.is_xml => return self.skip_past_all(0, b"?>"),
            [b'!', ..] if self.is_xml => return self.skip_doctype(),
            // In HTML, `</>`, a doctype and a processing instruction end at the first `>`.
            _ => return self.skip_past(b'>'),
        }
        Some(())
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
                    self.skip_past_all(b"<!--".len(), b"-->")?;
                    continue;
                }
                [b'<', b'?', ..] => {
                    self.skip_past_all(1, b"?>")?;
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

    /// Skips `start` bytes, and on to after the next occurrence of `end`; `None` if there is none.
    pub(super) fn skip_past_all(&mut self, start: usize, end: &[u8]) -> Option<()> {
        self.at += start;
        self.at += memmem::find(self.rest(), end)? + end.len();
        Some(())
    }
}
