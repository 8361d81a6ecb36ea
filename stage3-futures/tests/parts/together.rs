//! Tests of tasks on an executor. The tests of the parts run first: they name the part that is wrong.

mod buffer;
mod cancel;
mod drop_panics;
mod dropped_executor;
mod runs;
