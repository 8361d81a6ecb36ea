//! What threads do at the same time, in one order of their steps after another.
//!
//! The source is compiled into these tests, with an atomic of `loom`, which decides which thread goes on.

#![allow(unused, reason = "while an exercise is open, a part of it is missing")]

mod orders;
mod two_threads;

#[path = "../../src/bin/two_threads/state.rs"]
mod state;

mod sync {
    pub(crate) use crate::orders::AtomicU8;
}
