//! Only a body can end with the stream.
//!
//! A stream may also end within a head. That is an error, and every later read returns no bytes, too.
//!
//! Dies: http::decoder::the_end_of_the_stream_before_the_end_of_the_head_is_an_error
//! Says: in the head, too

impl Decoder {
    pub fn decode(&mut self, bytes: &[u8]) -> Result<Option<Response>, Cause> {
        match &mut self.state {
            State::Head { bytes: head, .. } => {
                let start = head.len().saturating_sub(2);
                head.extend_from_slice(bytes);
                self.decode_head(start, bytes)
            }
            State::Body { .. } if bytes.is_empty() => self.end().map(Some),
            State::Body { .. } => self.decode_body(bytes),
        }
    }
}
