//! `cargo workshop trace`.

mod options;
mod page;
mod pages_in_chromium;
mod scenes;
mod stages;
