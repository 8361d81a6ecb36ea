//! Tests of the whole crawl. The tests of its parts run first: they name the part that is wrong.

mod contract;
mod dropping;
mod nothing_spins;
mod panics;
mod programs;
#[path = "../tools/mod.rs"]
mod tools;

::contract::allocations!(stage3_futures::crawl, 32.0);
test_tools::examples!();
::contract::faults!("futures");
::contract::storm!(stage3_futures::crawl);
