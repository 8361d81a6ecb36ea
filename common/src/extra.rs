//! What only a real site asks for. A reader of the stages needs none of it: without the options that ask for it, each
//! call into it does nothing.
//!
//! It is called from three places: `crawl/bookkeeping.rs` (archive and resume), [`Outcome`](crate::Outcome) and
//! [`Frontier`](crate::Frontier) (robots and check), and [`Attempt`](crate::Attempt) (archive).

pub mod archive;
pub(crate) mod check;
pub mod resume;
pub mod robots;
