//! What tests of this package call directly. The commands are in the program.

#![warn(clippy::unwrap_used)]

pub mod trace;
