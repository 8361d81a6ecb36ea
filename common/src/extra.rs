//! What only a real site asks for. A reader of the stages needs none of it: without its options, it changes nothing.
//!
//! It is called from three places:
//!
//! - `crawl/bookkeeping.rs`: archive and resume
//! - [`Outcome`](crate::Outcome), and the [`Frontier`](crate::Frontier) that settles it: robots and check
//! - [`Attempt`](crate::Attempt), and the response that it returns: archive

pub mod archive;
pub(crate) mod check;
pub mod resume;
pub mod robots;
