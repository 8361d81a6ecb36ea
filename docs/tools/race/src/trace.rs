//! A trace that has been recorded, as a page that replays it.

pub mod html;
pub mod scene;
