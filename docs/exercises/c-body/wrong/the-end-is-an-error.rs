//! A stream that ends while a body is being read has ended too early.
//!
//! A body without a length has no other end: the server closes the connection where the body ends.
//!
//! Dies: http::body::a_body_without_a_length_goes_on_until_the_stream_ends
//! Says: the end of the stream completes a body without a length

impl Framing {
    pub fn end(&self) -> Result<(), Cause> {
        Err(Cause::Truncated)
    }
}
