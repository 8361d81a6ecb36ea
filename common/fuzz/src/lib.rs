//! What must hold for any input. Each target of the fuzzer has a function `check`, which panics if
//! the property does not hold. `tests/fuzz_corpus.rs` calls it with the corpus.

pub mod decoder;
pub mod frontier;
pub mod links;

mod input;
#[path = "../../tests/oracle/mod.rs"]
mod oracle;
#[path = "../../tests/web/mod.rs"]
mod web;
