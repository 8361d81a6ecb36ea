//! The shared crawl: many workers, one report. It needs redis-server.
#![cfg(unix)]

mod ends;
mod faults;
mod manners;
mod reports;
#[path = "../tools/mod.rs"]
mod tools;
