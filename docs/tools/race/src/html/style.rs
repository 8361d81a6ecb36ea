//! The colours, and the style of the lanes.

use crate::contestant;

/// The colours, in light and in dark.
pub const LIGHT: &str = include_str!("light.css");
pub const DARK: &str = include_str!("dark.css");
pub const LANES: &str = include_str!("lanes.css");

/// The number of hues in the style.
const HUES: usize = 8;

/// Returns the class of a contestant's hue, which is the same in all pictures.
pub fn class(contestant: &str) -> String {
    let place = contestant::ALL.iter().position(|ours| ours.name == contestant);
    format!("c{}", place.unwrap_or(HUES - 1) % HUES)
}
