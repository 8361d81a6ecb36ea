//! When the head is complete, what follows it in its piece is for `decode_body`.
//!
//! `decode_head` has passed it on already. The body would have these bytes twice, and the end of the head as well.
//!
//! Dies: http::decoder::an_answer_may_come_in_two_pieces_cut_anywhere
//! Says: goes on with the body in its piece

impl Decoder {
    pub fn decode(&mut self, bytes: &[u8]) -> Result<Option<Response>, Cause> {
        if bytes.is_empty() {
            return self.end().map(Some);
        }
        match &mut self.state {
            State::Head { bytes: head, .. } => {
                let start = head.len().saturating_sub(2);
                head.extend_from_slice(bytes);
                let response = self.decode_head(start, bytes)?;
                if response.is_none() && matches!(self.state, State::Body { .. }) {
                    return self.decode_body(bytes);
                }
                Ok(response)
            }
            State::Body { .. } => self.decode_body(bytes),
        }
    }
}
