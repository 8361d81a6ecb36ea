//! Tests of the whole crawl. The tests of its parts run first: they name the part that is wrong.

mod allocations;
mod backtrace;
mod contract;
mod cross;
mod examples;
mod faults;
#[cfg(feature = "https")]
mod https;
mod keep_alive;
mod session;
mod session_failures;
mod storm;
#[path = "../tools/mod.rs"]
mod tools;
#[cfg(all(unix, feature = "https"))]
mod warc;
#[cfg(not(feature = "https"))]
mod without_https;
