//! What must hold for any input. Each target of the fuzzer has a function `check`, which panics if
//! the property does not hold. `tests/fuzz_corpus.rs` calls it with the corpus.

pub mod decoder;
pub mod links;

#[path = "../../tests/decoding/mod.rs"]
mod decoding;
#[path = "../../tests/oracle/mod.rs"]
mod oracle;
