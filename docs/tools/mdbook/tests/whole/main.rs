//! The book: its chapters, what they show, and how they are built.

mod commands;
mod directives;
mod learner;
mod links;
mod outputs;
mod pages_in_chromium;
mod pictures;
mod story;
mod timetables;
mod traces;
