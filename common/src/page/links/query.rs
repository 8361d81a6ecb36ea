//! Encodes the query of a link in the encoding of its page.

use std::borrow::Cow;

use encoding_rs::{EncoderResult, Encoding};

/// Returns a function that encodes a query (WHATWG URL, section 1.3, "percent-encode after
/// encoding"), with the lifetimes that `url` asks for.
pub fn encoder(encoding: &'static Encoding) -> impl Fn(&str) -> Cow<'_, [u8]> {
    move |query| match encoding.encode(query) {
        (_, _, true) => Cow::Owned(encode_with_references(encoding, query)),
        (encoded, ..) => encoded,
    }
}

/// Encodes a query with characters that the encoding cannot express. Each becomes a reference to it,
/// `&#1087;`, which is percent-encoded to differ from such characters in the query.
fn encode_with_references(encoding: &'static Encoding, query: &str) -> Vec<u8> {
    let mut encoder = encoding.new_encoder();
    let (mut encoded, mut rest) = (Vec::new(), query);
    loop {
        encoded.reserve(rest.len() + 16);
        let (result, read) = encoder.encode_from_utf8_to_vec_without_replacement(rest, &mut encoded, true);
        rest = &rest[read..];
        match result {
            EncoderResult::InputEmpty => return encoded,
            EncoderResult::OutputFull => {}
            EncoderResult::Unmappable(char) => {
                encoded.extend(format!("%26%23{}%3B", u32::from(char)).bytes());
            }
        }
    }
}
