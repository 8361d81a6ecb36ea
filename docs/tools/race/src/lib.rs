//! What tests of this package call directly. The commands are in the program.

#![warn(clippy::unwrap_used)]

/// A trace that has been recorded, as a page that replays it.
pub mod trace {
    pub mod html;
    pub mod scene;
}
