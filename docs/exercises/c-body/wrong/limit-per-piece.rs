//! The limit holds for each piece.
//!
//! A server may send as many pieces as it likes. The limit protects the memory, which holds all of them.
//!
//! Dies: http::body::a_body_has_a_limit_over_all_its_pieces
//! Says: `max_body` holds for the whole body

impl Framing {
    pub fn take(&mut self, bytes: &[u8], body: &mut Vec<u8>, max_body: usize) -> Result<bool, Cause> {
        match self {
            Framing::Length(left) => {
                let bytes = &bytes[..bytes.len().min(*left)];
                if bytes.len() > max_body {
                    return Err(Cause::TooLarge(format!("{max_body} bytes of body")));
                }
                body.extend_from_slice(bytes);
                *left -= bytes.len();
                Ok(*left == 0)
            }
            Framing::Chunked(chunks) => chunks.take(bytes, body, max_body),
            Framing::UntilEnd => {
                if bytes.len() > max_body {
                    return Err(Cause::TooLarge(format!("{max_body} bytes of body")));
                }
                body.extend_from_slice(bytes);
                Ok(false)
            }
        }
    }
}
