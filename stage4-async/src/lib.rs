//! Stage 4: async. What waits is a future, as in stage 3, but the compiler writes the state
//! machine.
//!
//! Read [`fetch`](mod@fetch) first, beside stage 1's: it is the same text, and `await`. Then
//! [`queue`] and [`crawl`](mod@crawl), then [`executor`], which is all that is left of stage 3's
//! tasks. [`session`] keeps connections to be used again. [`stream`] makes stage 3's stream one of the ecosystem's.

#![warn(clippy::unwrap_used)]

pub mod crawl;
pub mod executor;
pub mod fetch;
pub mod queue;
pub mod strategies;
pub mod stream;

pub use crawl::crawl;
pub use strategies::STRATEGIES;
