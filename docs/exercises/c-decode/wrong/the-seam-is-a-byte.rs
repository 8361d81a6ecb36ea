//! Only a line break can lie across two pieces, so one byte of the old piece is enough.
//!
//! The end of a head is three bytes, `\n\r\n`. Two of them may be old.
//!
//! Dies: http::decoder::an_answer_may_come_in_two_pieces_cut_anywhere
//! Says: with up to two of its bytes in the old one

impl Decoder {
    pub fn decode(&mut self, bytes: &[u8]) -> Result<Option<Response>, Cause> {
        if bytes.is_empty() {
            return self.end().map(Some);
        }
        match &mut self.state {
            State::Head { bytes: head, .. } => {
                let start = head.len().saturating_sub(1);
                head.extend_from_slice(bytes);
                self.decode_head(start, bytes)
            }
            State::Body { .. } => self.decode_body(bytes),
        }
    }
}
