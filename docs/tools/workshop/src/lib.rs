//! The parts of `cargo workshop`: what one needs beside the stages themselves.
//!
//! - [`exercises`]: holes in the sources, their tests, and the learner's way through them; [`variant`]: a wrong belief, and
//!   the solution with it
//! - [`diff`]: what changes between two stages
//! - [`elsewhere`]: the commands of other packages; [`race`]: the arguments of one; [`pack`]: all of it in one archive
//! - [`root`]: where the workspace is; [`outline`], [`syntax`]: what a source consists of; [`page`]: a web
//!   page; [`width`]: of the terminal; [`building`]: by cargo

#![warn(clippy::unwrap_used)]

pub mod building;
pub mod diff;
pub mod elsewhere;
pub mod exercises;
pub mod outline;
pub mod pack;
pub mod page;
pub mod race;
pub mod root;
pub mod syntax;
pub mod variant;
pub mod width;
