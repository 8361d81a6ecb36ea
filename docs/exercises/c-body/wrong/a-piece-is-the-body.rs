//! The body comes in one piece.
//!
//! TCP cuts a stream into pieces wherever it likes. The next piece may hold the rest of the body.
//!
//! Dies: http::body::a_body_with_a_length_is_complete_when_all_of_it_has_come
//! Says: a piece is not the body

impl Framing {
    pub fn take(&mut self, bytes: &[u8], body: &mut Vec<u8>, max_body: usize) -> Result<bool, Cause> {
        match self {
            Framing::Length(left) => {
                let bytes = &bytes[..bytes.len().min(*left)];
                push(bytes, body, max_body)?;
                Ok(true)
            }
            Framing::Chunked(chunks) => chunks.take(bytes, body, max_body),
            Framing::UntilEnd => push(bytes, body, max_body).map(|()| false),
        }
    }
}
