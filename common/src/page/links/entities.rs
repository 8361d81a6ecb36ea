//! Entities in the values of attributes.

use std::borrow::Cow;

use htmlize::{Context, unescape_bytes_in};
use memchr::memchr2;

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
