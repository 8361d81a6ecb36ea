//! The length says how long the body is, so it does not change.
//!
//! Each piece is compared with the whole length. The bytes of earlier pieces must be taken off.
//!
//! Dies: http::body::a_body_with_a_length_is_complete_when_all_of_it_has_come
//! Says: count down how much is left, over all pieces

impl Framing {
    pub fn take(&mut self, bytes: &[u8], body: &mut Vec<u8>, max_body: usize) -> Result<bool, Cause> {
        match self {
            Framing::Length(length) => {
                let bytes = &bytes[..bytes.len().min(*length)];
                push(bytes, body, max_body)?;
                Ok(bytes.len() == *length)
            }
            Framing::Chunked(chunks) => chunks.take(bytes, body, max_body),
            Framing::UntilEnd => push(bytes, body, max_body).map(|()| false),
        }
    }
}
