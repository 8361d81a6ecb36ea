//! What tests call directly, and the programs that it runs. The other commands are in the program.

#![warn(clippy::unwrap_used)]

pub mod programs;
pub mod trace;
pub mod units;
