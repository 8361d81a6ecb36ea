//! The parts of a page in which there are no tags: comments, declarations, and the text of some elements. Each function
//! returns how long such a part is, or `None` if the page ends in it.

use memchr::{memchr, memchr_iter, memmem};

use super::bytes::ends_name;

/// Returns how long the rest of a comment or of another declaration is, which `!`, `?` or `/` begins after a `<`.
#[inline(never)]
pub fn declaration(text: &[u8], is_xml: bool) -> Option<usize> {
    match text {
        [b'!', b'-', b'-', ..] if is_xml => after(text, b"!--".len(), b"-->"),
        [b'!', b'-', b'-', content @ ..] => Some(b"!--".len() + comment(content)?),
        [b'!', b'[', b'C', b'D', b'A', b'T', b'A', b'[', ..] if is_xml => after(text, 0, b"]]>"),
        [b'?', ..] if is_xml => after(text, 0, b"?>"),
        [b'!', ..] if is_xml => doctype(text),
        // In HTML, `</>`, a doctype, CDATA and a processing instruction end at the first `>`.
        _ => Some(memchr(b'>', text)? + 1),
    }
}

/// Returns how long a comment of HTML is after its `<!--` (sections 13.2.5.43 to 52).
fn comment(text: &[u8]) -> Option<usize> {
    let ends = |end: &usize| {
        let before = &text[..*end];
        // A comment may be as short as `<!-->` and `<!--->`.
        before.is_empty() || before == b"-" || before.ends_with(b"--") || before.ends_with(b"--!")
    };
    Some(memchr_iter(b'>', text).find(ends)? + 1)
}

/// Returns how long a doctype of XML is. The declarations in its brackets may hold any markup (XML, section 2.8).
fn doctype(text: &[u8]) -> Option<usize> {
    let mut at = 0;
    let mut is_inside = false;
    loop {
        at += text[at..].iter().position(|byte| b"\"'[]<>".contains(byte))?;
        let rest = &text[at..];
        at += match rest {
            [b'<', b'!', b'-', b'-', ..] => after(rest, b"<!--".len(), b"-->")?,
            [b'<', b'?', ..] => after(rest, 1, b"?>")?,
            [quote @ (b'"' | b'\''), value @ ..] => memchr(*quote, value)? + 2,
            _ => 1,
        };
        match rest[0] {
            b'[' => is_inside = true,
            b']' => is_inside = false,
            b'>' if !is_inside => return Some(at),
            _ => {}
        }
    }
}

/// Returns how long the text of an element of this name is, up to its end tag.
pub fn text(rest: &[u8], name: &[u8]) -> Option<usize> {
    memmem::find_iter(rest, b"</").find(|at| begins_with_name(&rest[at + 2..], name))
}

/// Returns whether a tag's name begins a text.
fn begins_with_name(text: &[u8], name: &[u8]) -> bool {
    let Some((found, rest)) = text.split_at_checked(name.len()) else { return false };
    found.eq_ignore_ascii_case(name) && rest.first().is_some_and(ends_name)
}

/// Returns how long a text is to after the first `end` behind its first `start` bytes.
fn after(text: &[u8], start: usize, end: &[u8]) -> Option<usize> {
    Some(start + memmem::find(&text[start..], end)? + end.len())
}
