//! Bytes after the length are a malformed response.
//!
//! They do not belong to the body. They may be the next answer, or a mistake of the server that harms nothing.
//!
//! Dies: http::body::bytes_after_a_body_with_a_length_do_not_belong_to_it
//! Says: ignore the rest

impl Framing {
    pub fn take(&mut self, bytes: &[u8], body: &mut Vec<u8>, max_body: usize) -> Result<bool, Cause> {
        match self {
            Framing::Length(left) => {
                if bytes.len() > *left {
                    return Err(Cause::BadResponse("the body is longer than its length".into()));
                }
                push(bytes, body, max_body)?;
                *left -= bytes.len();
                Ok(*left == 0)
            }
            Framing::Chunked(chunks) => chunks.take(bytes, body, max_body),
            Framing::UntilEnd => push(bytes, body, max_body).map(|()| false),
        }
    }
}
