//! A body may be as long as the server says.
//!
//! The server decides what it sends. Without a limit, one server could fill the memory.
//!
//! Dies: http::body::a_body_has_a_limit_over_all_its_pieces
//! Says: `max_body` holds for the whole body

impl Framing {
    pub fn take(&mut self, bytes: &[u8], body: &mut Vec<u8>, max_body: usize) -> Result<bool, Cause> {
        match self {
            Framing::Length(left) => {
                let bytes = &bytes[..bytes.len().min(*left)];
                body.extend_from_slice(bytes);
                *left -= bytes.len();
                Ok(*left == 0)
            }
            Framing::Chunked(chunks) => chunks.take(bytes, body, max_body),
            Framing::UntilEnd => {
                body.extend_from_slice(bytes);
                Ok(false)
            }
        }
    }
}
