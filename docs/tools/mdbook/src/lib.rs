//! The book: mdBook, with the sources of the stages.
//!
//! - [`material`]: all that a chapter may show; [`directive`]: the lines in a chapter that ask for it
//! - [`excerpt`], [`pair`], [`output`], [`lesson`], [`picture`], [`trace`]: what stands in the place of such a line
//! - [`answers`]: no answer of an exercise stands before its question
//! - [`source`]: links to sources, and a page for each source that is linked
//! - [`build`]: the book as a folder of pages; [`links`]: whether every link in it leads somewhere
//! - [`capture`]: runs the commands whose output the book shows
//! - [`show`]: a browser that shows it

#![warn(clippy::unwrap_used)]

pub mod answers;
pub mod build;
pub mod capture;
pub mod directive;
pub mod excerpt;
pub mod lesson;
pub mod links;
pub mod material;
pub mod output;
pub mod pair;
pub mod picture;
pub mod show;
pub mod source;
pub mod trace;
