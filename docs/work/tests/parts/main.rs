//! Tests of the parts. The tests of the whole crawl run after them: a part's test names what is wrong.

mod drain;
mod health;
#[cfg(unix)]
mod lease;
#[path = "../tools/page.rs"]
mod page;
mod pressure;
mod send;
#[cfg(unix)]
#[path = "../tools/server.rs"]
mod server;
mod take;
mod watch;
