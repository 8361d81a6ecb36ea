//! `Length` is the whole length, so it is compared with the body.
//!
//! `Length` is what is still to come. The decoder reads it, too, to know whether the body ends with a piece.
//!
//! Dies: http::body::a_length_is_what_is_still_to_come
//! Says: how many bytes are still to come

impl Framing {
    pub fn take(&mut self, bytes: &[u8], body: &mut Vec<u8>, max_body: usize) -> Result<bool, Cause> {
        match self {
            Framing::Length(length) => {
                let bytes = &bytes[..bytes.len().min(*length - body.len())];
                push(bytes, body, max_body)?;
                Ok(body.len() == *length)
            }
            Framing::Chunked(chunks) => chunks.take(bytes, body, max_body),
            Framing::UntilEnd => push(bytes, body, max_body).map(|()| false),
        }
    }
}
