//! The head is what this piece holds.
//!
//! A head may come byte by byte. The decoder must keep the bytes of earlier pieces.
//!
//! Dies: http::decoder::an_answer_may_come_in_two_pieces_cut_anywhere
//! Says: keep the bytes of the head until its end has come

impl Decoder {
    pub fn decode(&mut self, bytes: &[u8]) -> Result<Option<Response>, Cause> {
        if bytes.is_empty() {
            return self.end().map(Some);
        }
        match &mut self.state {
            State::Head { bytes: head, .. } => {
                *head = bytes.to_vec();
                self.decode_head(0, bytes)
            }
            State::Body { .. } => self.decode_body(bytes),
        }
    }
}
