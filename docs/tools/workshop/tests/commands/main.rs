//! The commands of `cargo workshop`, in workspaces that are made for a test.

mod checks;
mod diff_page;
mod diff_pairs;
mod diff_shows;
// Elsewhere, there are no signals.
#[cfg(unix)]
mod ends;
mod git;
mod lists;
mod losses;
#[cfg(unix)]
mod machine;
mod pages_in_chromium;
mod solved;
mod sources;
mod tools;
mod updates;
mod watch;
