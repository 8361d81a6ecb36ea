//! Only a body with a length can be too short.
//!
//! The chunk of size zero says that no more chunks come. Without it, the server may have broken off.
//!
//! Dies: http::body::chunks_without_the_chunk_of_size_0_are_truncated
//! Says: more chunks should have come

impl Framing {
    pub fn end(&self) -> Result<(), Cause> {
        match self {
            Framing::Length(_) => Err(Cause::Truncated),
            Framing::Chunked(_) | Framing::UntilEnd => Ok(()),
        }
    }
}
