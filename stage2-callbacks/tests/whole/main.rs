//! Tests of the whole crawl. The tests of its parts run first: they name the part that is wrong.

mod allocations;
mod contract;
mod examples;
mod faults;
mod stack_ripping;
mod storm;
