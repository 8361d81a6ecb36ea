//! What tests call directly. The commands are in the program.

/// A trace that has been recorded, as a page that replays it.
pub mod trace {
    pub mod html;
    pub mod scene;
}
