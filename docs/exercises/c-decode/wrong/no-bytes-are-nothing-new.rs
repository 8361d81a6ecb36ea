//! No bytes are nothing new, so more must come.
//!
//! A read of no bytes is the end of the stream. Every later read returns no bytes, too, and at once.
//!
//! Dies: http::decoder::the_end_of_the_stream_before_the_end_of_the_body_is_an_error
//! Says: no result: the caller would read for ever

impl Decoder {
    pub fn decode(&mut self, bytes: &[u8]) -> Result<Option<Response>, Cause> {
        match &mut self.state {
            _ if bytes.is_empty() => Ok(None),
            State::Head { bytes: head, .. } => {
                let start = head.len().saturating_sub(2);
                head.extend_from_slice(bytes);
                self.decode_head(start, bytes)
            }
            State::Body { .. } => self.decode_body(bytes),
        }
    }
}
