//! What a crawl is, without a socket, a terminal or a runtime: what the four stages share.
//!
//! A crawl goes one way through it: a [`Target`] is fetched by the stage, with an [`Attempt`] to
//! keep the time and a [`Decoder`] to read the answer. What came of it is an [`Outcome`]; the
//! [`Frontier`] takes that and returns new targets, and in the end the [`Report`].
//!
//! - [`fetch`]: one URL, from its name to the last byte of the answer
//! - [`page`]: the links of a page
//! - [`crawl`]: what belongs to a crawl, what has been found, and what is next
//! - [`report`](mod@report): what a crawl found, as text and as JSON
//! - [`text`]: text from outside the program, made fit for a terminal

#![warn(clippy::unwrap_used)]

pub mod crawl;
pub mod fetch;
pub mod page;
pub mod report;
pub mod text;

pub use crawl::frontier::Frontier;
pub use crawl::options::Options;
pub use crawl::outcome::Outcome;
pub use crawl::strategy::Strategy;
pub use crawl::target::Target;
pub use fetch::attempt::Attempt;
pub use fetch::error::{Cause, FetchError, Phase};
pub use fetch::http::{Decoder, Response};
pub use report::{Record, Report};
