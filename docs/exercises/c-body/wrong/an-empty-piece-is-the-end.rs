//! No bytes are the end of the stream, and so of the body.
//!
//! That is so for a read. A piece is also empty if a read ends with the head. The end of the stream has a method of
//! its own, `end`.
//!
//! Dies: http::body::an_empty_piece_is_not_the_end_of_the_stream
//! Says: the piece behind a head may be empty

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
            Framing::UntilEnd => push(bytes, body, max_body).map(|()| bytes.is_empty()),
        }
    }
}
