//! When the stream ends, the body is complete.
//!
//! A connection that breaks off ends, too. If the length was announced, a shorter body is half a page.
//!
//! Dies: http::body::a_body_short_of_its_length_is_truncated
//! Says: a body that is shorter than its length is an error

impl Framing {
    pub fn end(&self) -> Result<(), Cause> {
        Ok(())
    }
}
