//! The empty line that ends a head comes in one piece.
//!
//! A piece may end in the middle of `\n\r\n`. The search must begin a little before the new bytes.
//!
//! Dies: http::decoder::an_answer_may_come_in_two_pieces_cut_anywhere
//! Says: may lie across two pieces

impl Decoder {
    pub fn decode(&mut self, bytes: &[u8]) -> Result<Option<Response>, Cause> {
        if bytes.is_empty() {
            return self.end().map(Some);
        }
        match &mut self.state {
            State::Head { bytes: head, .. } => {
                let start = head.len();
                head.extend_from_slice(bytes);
                self.decode_head(start, bytes)
            }
            State::Body { .. } => self.decode_body(bytes),
        }
    }
}
