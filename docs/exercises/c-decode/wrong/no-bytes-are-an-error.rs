//! A stream that ends before the response is complete has ended too early.
//!
//! A body without a length ends with its stream. `end` knows in which state the end is an error, and which
//! error.
//!
//! Dies: http::decoder::the_end_of_the_stream_before_the_end_of_the_body_is_an_error
//! Says: `end` knows whether that is an error

impl Decoder {
    pub fn decode(&mut self, bytes: &[u8]) -> Result<Option<Response>, Cause> {
        if bytes.is_empty() {
            return Err(Cause::Closed);
        }
        match &mut self.state {
            State::Head { bytes: head, .. } => {
                let start = head.len().saturating_sub(2);
                head.extend_from_slice(bytes);
                self.decode_head(start, bytes)
            }
            State::Body { .. } => self.decode_body(bytes),
        }
    }
}
