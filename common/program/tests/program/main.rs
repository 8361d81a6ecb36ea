//! The parts of the program. `contract` has the tests of the whole, for each stage.

mod check;
mod output;
mod progress;
mod resolver;
mod resume;
