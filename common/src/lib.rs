//! One web crawler, written four times. This crate is what the four have in common: what a crawl is, without a socket,
//! a terminal or a runtime.
//!
//! | crate | what it is |
//! |---|---|
//! | [`stage1_blocking`](../stage1_blocking/index.html) | a thread waits, inside the kernel |
//! | [`stage2_callbacks`](../stage2_callbacks/index.html) | nothing waits: a callback is registered with the selector |
//! | [`stage3_futures`](../stage3_futures/index.html) | a future waits, a state machine written by hand |
//! | [`stage4_async`](../stage4_async/index.html) | a future waits, written by the compiler |
//! | `common` | this crate |
//! | [`practice_site`](../practice_site/index.html) | a server on loopback to crawl, which observes its visitors |
//! | [`program`](../program/index.html) | the command line of every stage |
//! | [`contract`](../contract/index.html) | what the crawl of every stage must do, as tests |
//! | [`workshop`](../workshop/index.html) | the command `cargo workshop` |
//!
//! # What a crawl is
//!
//! A crawl goes one way through this crate: a [`Target`] is fetched by the stage, with an [`Attempt`] to
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
