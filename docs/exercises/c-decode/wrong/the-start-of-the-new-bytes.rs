//! The length of the head is where the new bytes begin, before or after they are added.
//!
//! Measured afterwards, it is where the new bytes end. The search then sees only their last two.
//!
//! Dies: http::decoder::an_answer_may_come_in_one_piece
//! Says: compute it before they are added

impl Decoder {
    pub fn decode(&mut self, bytes: &[u8]) -> Result<Option<Response>, Cause> {
        if bytes.is_empty() {
            return self.end().map(Some);
        }
        match &mut self.state {
            State::Head { bytes: head, .. } => {
                head.extend_from_slice(bytes);
                let start = head.len().saturating_sub(2);
                self.decode_head(start, bytes)
            }
            State::Body { .. } => self.decode_body(bytes),
        }
    }
}
