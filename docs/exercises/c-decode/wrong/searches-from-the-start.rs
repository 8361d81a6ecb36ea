//! Searching the whole head again each time is simpler.
//!
//! It is, and right. But a head that comes byte by byte is then searched as often as it has bytes: quadratic time.
//!
//! Dies: http::decoder::the_work_for_a_byte_does_not_grow_with_the_head
//! Says: do not search again what was searched before

impl Decoder {
    pub fn decode(&mut self, bytes: &[u8]) -> Result<Option<Response>, Cause> {
        if bytes.is_empty() {
            return self.end().map(Some);
        }
        match &mut self.state {
            State::Head { bytes: head, .. } => {
                head.extend_from_slice(bytes);
                self.decode_head(0, bytes)
            }
            State::Body { .. } => self.decode_body(bytes),
        }
    }
}
