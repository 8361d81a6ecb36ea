//! All bytes that come after the head are the body.
//!
//! A server may send more than it has announced. The body ends at its length.
//!
//! Dies: http::body::bytes_after_a_body_with_a_length_do_not_belong_to_it
//! Says: take only what is left of the length

impl Framing {
    pub fn take(&mut self, bytes: &[u8], body: &mut Vec<u8>, max_body: usize) -> Result<bool, Cause> {
        match self {
            Framing::Length(left) => {
                push(bytes, body, max_body)?;
                *left = left.saturating_sub(bytes.len());
                Ok(*left == 0)
            }
            Framing::Chunked(chunks) => chunks.take(bytes, body, max_body),
            Framing::UntilEnd => push(bytes, body, max_body).map(|()| false),
        }
    }
}
