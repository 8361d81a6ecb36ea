//! Without a length, the first piece is the whole body.
//!
//! No piece says that it is the last one. Only the end of the stream does.
//!
//! Dies: http::body::a_body_without_a_length_goes_on_until_the_stream_ends
//! Says: only the end of the stream completes this body

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
            Framing::UntilEnd => push(bytes, body, max_body).map(|()| true),
        }
    }
}
