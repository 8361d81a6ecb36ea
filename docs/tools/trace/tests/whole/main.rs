//! `cargo workshop trace`.

mod options;
mod page;
mod pages_in_chromium;
mod perfetto;
mod scenes;
mod stages;
