//! Tests of the whole crawl. The tests of its parts run first: they name the part that is wrong.

mod children;
mod contract;
mod examples;
mod faults;
mod interrupted;
mod one_by_one;
mod processes;
mod spin;
mod storm;
