//! The exercises: holes in the sources of the stages.

pub mod hole;
