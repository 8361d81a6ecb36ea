//! Tests of the parts. The tests of the whole crawl run after them: a part's test names what is wrong.

mod blocking;
mod cache;
mod connection;
mod connection_room;
mod executor;
mod queue;
mod stream;
mod tasks;
#[path = "../tools/mod.rs"]
mod tools;
