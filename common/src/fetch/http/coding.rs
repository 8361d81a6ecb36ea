//! Content codings (RFC 9110, section 8.4): gzip, which some servers send unasked.

use crate::fetch::error::Cause;

/// Returns whether a body with this coding can be decoded. That takes the feature `gzip`.
pub(super) fn is_known(coding: &[u8]) -> bool {
    cfg!(feature = "gzip") && (coding.eq_ignore_ascii_case(b"gzip") || coding.eq_ignore_ascii_case(b"x-gzip"))
}

/// Decodes a gzip body of one or more members to `body`, up to `max_body` bytes. An empty body stays empty. Bytes after the
/// last member do not matter: some servers fill up with zeros, or add a comment to each page. The end of a member may be
/// missing, because the message is complete (undici 2126): what is there is decoded.
///
/// # Errors
/// If there are more bytes ([`Cause::TooLarge`]), or it is no gzip ([`Cause::ContentEncoding`]). `body` keeps the start.
#[cfg(feature = "gzip")]
pub(super) fn decode(mut bytes: &[u8], body: &mut Vec<u8>, max_body: usize) -> Result<(), Cause> {
    use std::io::{ErrorKind, Read};

    let mut is_first = true;
    while !bytes.is_empty() && (is_first || bytes.starts_with(&[0x1f, 0x8b])) {
        // A small body may decode to a huge one: stop one byte after the limit.
        let most = (max_body - body.len()) as u64;
        let mut member = flate2::bufread::GzDecoder::new(&mut bytes);
        let read = member.by_ref().take(most.saturating_add(1)).read_to_end(body);
        if body.len() > max_body {
            body.truncate(max_body);
            return Err(Cause::TooLarge(format!("{max_body} bytes of body")));
        }
        match read {
            Err(error) if error.kind() == ErrorKind::UnexpectedEof && member.header().is_some() => break,
            read => read.map_err(|error| Cause::ContentEncoding(format!("gzip: {error}")))?,
        };
        is_first = false;
    }
    Ok(())
}

/// Refuses: without the feature, no coding is known.
#[cfg(not(feature = "gzip"))]
pub(super) fn decode(_: &[u8], _: &mut Vec<u8>, _: usize) -> Result<(), Cause> {
    Err(Cause::ContentEncoding("gzip".into()))
}
