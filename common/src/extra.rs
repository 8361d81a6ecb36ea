//! What only a real site asks for. A learner of the stages needs none of it.
//!
//! It is called from three places: [`Services`](crate::Services) (archive and resume), the
//! [`Frontier`](crate::Frontier) (robots and check), and the [`Attempt`](crate::Attempt) (archive).

pub mod archive;
pub(crate) mod check;
pub mod resume;
pub mod robots;
