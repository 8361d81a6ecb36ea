//! A piece that does not fit is refused as a whole.
//!
//! A robots.txt counts as far as the limit. So the bytes that fit are added before the error is returned.
//!
//! Dies: http::body::a_piece_that_does_not_fit_is_added_as_far_as_it_does
//! Says: take as many bytes as fit

impl Framing {
    pub fn take(&mut self, bytes: &[u8], body: &mut Vec<u8>, max_body: usize) -> Result<bool, Cause> {
        let too_large = || Cause::TooLarge(format!("{max_body} bytes of body"));
        match self {
            Framing::Length(left) => {
                let bytes = &bytes[..bytes.len().min(*left)];
                if body.len() + bytes.len() > max_body {
                    return Err(too_large());
                }
                body.extend_from_slice(bytes);
                *left -= bytes.len();
                Ok(*left == 0)
            }
            Framing::Chunked(chunks) => chunks.take(bytes, body, max_body),
            Framing::UntilEnd => {
                if body.len() + bytes.len() > max_body {
                    return Err(too_large());
                }
                body.extend_from_slice(bytes);
                Ok(false)
            }
        }
    }
}
