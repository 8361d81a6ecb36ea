//! Tests of tasks on an executor. The tests of the parts run first: they name the part that is wrong.

mod cancel;
mod runs;
