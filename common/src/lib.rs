//! One web crawler, written four times. This crate has what the four share: what a crawl is, without a connection,
//! a terminal or a runtime.
//!
//! | crate | what it is |
//! |---|---|
//! | [`stage1_blocking`](../stage1_blocking/index.html) | a thread waits, inside the kernel |
//! | [`stage2_callbacks`](../stage2_callbacks/index.html) | nothing waits: a callback is registered with the selector |
//! | [`stage3_futures`](../stage3_futures/index.html) | a future waits, a state machine written by hand |
//! | [`stage4_async`](../stage4_async/index.html) | a future waits, written by the compiler |
//! | [`work`](../work/index.html) | the crawl on tokio, as one writes it at work |
//! | [`completion`](../completion/index.html) | the crawl by completions, on Linux |
//! | `common` | this crate |
//! | [`web`](../web/index.html) | what only a real site asks for, around a crawl |
//! | [`practice_site`](../practice_site/index.html) | a server on loopback to crawl, which observes its visitors |
//! | [`program`](../program/index.html) | the command line of every stage |
//! | [`contract`](../contract/index.html) | what the crawl of every stage must do, as tests |
//! | [`common_fuzz`](../common_fuzz/index.html) | what must hold for any input |
//! | [`test_tools`](../test_tools/index.html) | what tests of several packages share |
//! | [`trace`](../trace/index.html) | what really runs, recorded and explained |
//! | [`workshop`](../workshop/index.html), [`race`](../race/index.html), [`trace_page`](../trace_page/index.html), [`site`](../site/index.html), [`mdbook`](../mdbook/index.html) | the command `cargo workshop` |
//! | [`demos`](../demos/index.html) | the programs of the book |
//!
//! [The book](../book/index.html), which `cargo workshop book` builds, explains them from the first socket on.
//!
//! # What a crawl is
//!
//! Data flows one way. A stage fetches a [`Target`]; an [`Attempt`] decides about addresses, deadlines and
//! tries, and a [`Decoder`] reads the answer. The result becomes an [`Outcome`]. The [`Frontier`] takes the
//! outcome and returns new targets. In the end, it returns the [`Report`].
//!
//! - [`fetch`]: one URL, from its name to the last byte of the answer
//! - [`page`]: the links of a page
//! - [`crawl`]: what belongs to a crawl, what has been found, and what is next
//! - [`around`]: the door to what only a real site asks for, which is the package `web`
//! - [`report`](mod@report): the results of a crawl, as text and as JSON
//! - [`date`]: a time in UTC as text
//! - [`lock`](mod@lock): a lock of a mutex that outlives panics
//! - [`text`]: times, sizes and counts, and text from outside the program, made safe for a terminal
//! - [`trace`]: what really runs, recorded; a package of its own

#![warn(clippy::unwrap_used)]

pub mod around;
pub mod crawl;
pub mod date;
pub mod fetch;
pub mod lock;
pub mod page;
pub mod report;
pub mod text;

pub use around::{Around, Door};
pub use crawl::frontier::Frontier;
pub use crawl::options::Options;
pub use crawl::outcome::Outcome;
pub use crawl::services::{Job, Services};
pub use crawl::strategy::Strategy;
pub use crawl::target::Target;
pub use fetch::attempt::Attempt;
pub use fetch::error::{Cause, FetchError, Phase};
pub use fetch::http::{Decoder, Response};
pub use report::{Record, Report};
pub use trace;
