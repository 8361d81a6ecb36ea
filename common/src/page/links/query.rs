//! Encodes the query of a link in the encoding of its page.

use std::borrow::Cow;

use encoding_rs::{EncoderResult, Encoding};

/// Returns a function that encodes a query (WHATWG URL, section 1.3, "percent-encode after
/// encoding"), with the lifetimes that `url` asks for.
pub fn encoder(encoding: &'static Encoding) -> impl Fn(&str) -> Cow<'_, [u8]> {
    move |query| Cow::Owned(encode(encoding, query))
}

/// Encodes a query. A character that the encoding cannot express becomes a reference to it, `&#1087;`,
/// which is percent-encoded to differ from such characters in the query.
fn encode(encoding: &'static Encoding, query: &str) -> Vec<u8> {
    let mut encoder = encoding.new_encoder();
    let (mut encoded, mut rest) = (Vec::new(), query);
    // The encoder stops at each such character. Given a long vector, it would clear all of it each time.
    let mut piece = [0; 256];
    loop {
        let (result, read, written) = encoder.encode_from_utf8_without_replacement(rest, &mut piece, true);
        encoded.extend_from_slice(&piece[..written]);
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
