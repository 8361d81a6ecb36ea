//! I push the whole piece, and cut off what came after the body; bytes after the body are ignored
//! anyway.
//!
//! `push` also counts the bytes after the body, so a body that just fits fails as too large.
//!
//! Dies: http::body::bytes_after_the_body_do_not_count_towards_its_limit
//! Says: push only the bytes of the body

impl Framing {
    pub fn take(&mut self, bytes: &[u8], body: &mut Vec<u8>, max_body: usize) -> Result<bool, Cause> {
        match self {
            Framing::Length(left) => {
                push(bytes, body, max_body)?;
                let beyond = bytes.len().saturating_sub(*left);
                body.truncate(body.len() - beyond);
                *left = left.saturating_sub(bytes.len());
                Ok(*left == 0)
            }
            Framing::Chunked(chunks) => chunks.take(bytes, body, max_body),
            Framing::UntilEnd => {
                push(bytes, body, max_body)?;
                Ok(false)
            }
        }
    }
}
