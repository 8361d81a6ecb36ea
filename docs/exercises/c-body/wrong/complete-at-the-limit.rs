//! A body that has reached its limit is complete.
//!
//! It may have just this length, or be longer. Only the next byte tells, and then it is an error, and no page.
//!
//! Dies: http::body::a_body_has_a_limit_over_all_its_pieces
//! Says: has just reached `max_body` is not complete

impl Framing {
    pub fn take(&mut self, bytes: &[u8], body: &mut Vec<u8>, max_body: usize) -> Result<bool, Cause> {
        match self {
            Framing::Length(left) => {
                let bytes = &bytes[..bytes.len().min(*left)];
                push(bytes, body, max_body)?;
                *left -= bytes.len();
                Ok(*left == 0)
            }
            Framing::Chunked(chunks) => chunks.take(bytes, body, max_body),
            Framing::UntilEnd => {
                push(bytes, body, max_body)?;
                Ok(body.len() == max_body)
            }
        }
    }
}
