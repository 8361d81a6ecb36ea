//! `before` counts bytes of the head, too, so the new ones begin behind both.
//!
//! `start` is an index into the bytes that are kept. Those of a 1xx were dropped, so the search begins too late, and misses the end of
//! the head behind it.
//!
//! Dies: http::decoder::an_answer_may_come_in_two_pieces_cut_anywhere
//! Says: do not count

impl Decoder {
    pub fn decode(&mut self, bytes: &[u8]) -> Result<Option<Response>, Cause> {
        if bytes.is_empty() {
            return self.end().map(Some);
        }
        match &mut self.state {
            State::Head { bytes: head, before } => {
                let start = (*before + head.len()).saturating_sub(3);
                head.extend_from_slice(bytes);
                self.decode_head(start, bytes)
            }
            State::Body { .. } => self.decode_body(bytes),
        }
    }
}
