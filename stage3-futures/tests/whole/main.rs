//! Tests of the whole crawl. The tests of its parts run first: they name the part that is wrong.

mod allocations;
mod backtrace;
mod contract;
mod dropping;
mod examples;
mod faults;
mod nothing_spins;
mod panics;
mod storm;
#[path = "../tools/mod.rs"]
mod tools;
