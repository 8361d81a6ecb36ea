//! A crawl that goes on where an earlier run has stopped.
//!
//! A [`Store`] keeps a line for each outcome that the frontier has settled. What the frontier does depends on nothing but the
//! outcomes and their order. So a new frontier that settles the stored ones, a [`Replay`], is where the old one was. In a
//! file, a [`header`] comes before the lines.

mod header;
pub mod line;
mod replay;
mod store;

pub use header::{WrongHeader, check_header, header};
pub use line::BrokenLine;
pub use replay::Replay;
pub use store::Store;
