//! The program of every stage: [`run`] is all that a stage's `main` calls.
//!
//! - `cli`: the command line, which `args` parses; `crawl`: one crawl, and the files that belong to it
//! - [`output`]: writes the report when it is complete; a [`draft`] is a temporary file
//! - [`check`]: what is broken, for people and for GitHub; [`junit`]: the report for other CI servers
//! - [`resume`]: the file from which an interrupted crawl goes on
//! - `scheme`: the scheme of roots without one; `process`: panics, signals and descriptors
//! - [`progress`]: the progress line on a terminal, and the log of fetches
//! - `tls`: a connection made secure, which certificates it trusts, and what is wrong with it, with the feature of that name
//! - [`resolver`]: lookups of names, on threads of their own
//! - `say`: a line on stderr

#![warn(clippy::unwrap_used)]

pub mod args;
pub mod check;
mod cli;
mod crawl;
pub mod draft;
pub mod junit;
pub mod output;
mod process;
pub mod progress;
pub mod resolver;
pub mod resume;
mod say;
mod scheme;
#[cfg(feature = "tls")]
pub mod tls;

pub use cli::{More, run, run_with};
