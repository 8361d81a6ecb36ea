//! What must hold for any input whatever: a function `check` for each target of the fuzzer, which
//! panics where something does not hold. `tests/fuzz_corpus.rs` calls it with the corpus.

pub mod decoder;
pub mod frontier;
pub mod links;
pub mod report;

mod input;
#[path = "../../tests/oracle/mod.rs"]
mod oracle;
#[path = "../../tests/web/mod.rs"]
mod web;
