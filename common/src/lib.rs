//! What the four stages of the crawler share. Nothing in it waits, except the practice site and
//! the resolver.
//!
//! A crawl goes one way through it: a [`target::Target`] is fetched by the stage, with an
//! [`attempt::Attempt`] to keep the time and an [`http::Decoder`] to read the answer. What came
//! of it is an [`outcome::Outcome`]; the [`frontier::Frontier`] takes that and returns new
//! targets, and in the end the [`report::Report`].

#![warn(clippy::unwrap_used)]

pub mod attempt;
pub mod cli;
pub mod contract;
pub mod error;
pub mod frontier;
pub mod http;
pub mod interrupt;
pub mod links;
pub mod options;
pub mod outcome;
pub mod output;
pub mod pace;
pub mod progress;
pub mod public;
pub mod report;
pub mod resolve;
mod robots;
pub mod scope;
pub mod site;
pub mod strategy;
pub mod target;
pub mod terminal;

pub use attempt::Attempt;
pub use error::{Cause, FetchError, Phase};
pub use frontier::Frontier;
pub use http::{Decoder, Response};
pub use options::Options;
pub use outcome::Outcome;
pub use report::{Record, Report};
pub use strategy::Strategy;
pub use target::Target;
