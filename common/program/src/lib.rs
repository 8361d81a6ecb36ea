//! The program of every stage: [`run`] is all that a stage's `main` calls.
//!
//! - `cli`: runs the crawl that the command line asks for; `args` and `values` are what it may say
//! - [`output`]: where the report goes, whole or not at all; a `draft` becomes a file when it is whole
//! - `progress`: the line on the terminal that tells how the crawl goes on, and the log of fetches
//! - [`panics`]: panics in one line each

#![warn(clippy::unwrap_used)]

mod args;
mod cli;
mod draft;
pub mod output;
pub mod panics;
mod progress;
mod values;

pub use cli::run;
