//! `cargo workshop race`.

mod pages_in_chromium;
mod recorded;
mod rounds;
mod tools;
