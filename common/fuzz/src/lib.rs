//! What must hold for any input.
//!
//! - [`decoder`], [`links`]: a property each. Its function `check` panics if the property does not hold. The fuzzer calls
//!   it with new inputs, and `common/tests/fuzz_corpus.rs` with those of the corpus.
//! - [`decoding`]: a complete answer in pieces; [`oracle`]: the links of a page as complete parsers find them

pub mod decoder;
pub mod decoding;
pub mod links;
pub mod oracle;
