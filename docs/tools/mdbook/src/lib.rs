//! The book: mdBook, with the sources of the stages.
//!
//! - [`material`]: all that a chapter may show; [`chapter`]: one, while it is expanded; [`directive`]: its
//!   lines that ask for something
//! - `excerpt`, `pair`, `shown`, `lesson`, `picture`, `terms`, [`trace`]: what stands in the place of such a line
//! - `solution`: no solution of an exercise stands before its question
//! - `source`: links to sources, and a page for each source that is linked
//! - [`build`]: the book as a folder of pages; [`links`]: whether every link in it leads somewhere
//! - [`capture`]: runs the commands whose [`output`] or trace the book shows
//! - [`show`]: a browser that shows it

#![warn(clippy::unwrap_used)]

pub mod build;
pub mod capture;
pub mod chapter;
pub mod directive;
mod excerpt;
mod lesson;
pub mod links;
pub mod material;
pub mod output;
mod pair;
mod pattern;
mod picture;
pub mod show;
mod shown;
mod solution;
mod source;
mod terms;
pub mod trace;
