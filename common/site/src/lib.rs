//! The practice site: a real web site on loopback, which observes its visitors.
//!
//! - [`Builder`]: the description of a site, before it runs; [`Site`]: the running site, and what it has seen
//! - [`Answer`]: what is sent for a path, and how (slowly, in pieces, cut, reset, endless); `render`: its bytes
//! - `content`: the answers of a site; `serve`: the one thread, with a loop over a selector; `connection`: what
//!   each connection does, from the `request` to the end of the answer; `timer`: how it waits
//! - `comics`, `directory` and `generated`: ready-made content
//! - `ledger`: the counting of `visit`s, which never waits; `observe`: the ledger behind its lock
//!
//! Each site runs in a thread of its own, which all its connections share: ten thousand open requests cost
//! ten thousand sockets and as many small state machines.

#![warn(clippy::unwrap_used)]

mod answer;
mod builder;
mod comics;
mod connection;
mod content;
mod directory;
mod generated;
mod ledger;
mod observe;
mod render;
mod request;
mod serve;
mod site;
mod timer;

pub use answer::Answer;
pub use builder::Builder;
pub use directory::files;
pub use generated::Generated;
pub use ledger::Visit;
pub use site::Site;
