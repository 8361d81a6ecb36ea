//! A piece without a line feed cannot end the head, so I store it, and skip the search.
//!
//! `decode_head` also checks the start of the answer, and the size limit of the head. A server that
//! never sends a line feed fills the memory, and one that does not speak HTTP is not refused.
//!
//! Dies: http::decoder::a_head_without_a_line_end_is_checked_too
//! Says: give each piece of a head to `decode_head`

impl Decoder {
    pub fn decode(&mut self, bytes: &[u8]) -> Result<Option<Response>, Cause> {
        if bytes.is_empty() {
            return self.end().map(Some);
        }
        match &mut self.state {
            State::Head { bytes: head, .. } => {
                let start = head.len().saturating_sub(2);
                head.extend_from_slice(bytes);
                if !bytes.contains(&b'\n') {
                    return Ok(None);
                }
                self.decode_head(start, bytes)
            }
            State::Body { .. } => self.decode_body(bytes),
        }
    }
}
