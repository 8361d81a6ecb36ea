//! The entries in the terminal, a line each.

use common::trace::Entry;

/// Returns the lines that tell what happened.
pub fn tell(entries: &[Entry], _colours: bool, _width: usize) -> impl Iterator<Item = String> {
    entries.iter().map(|entry| format!("{:?}", entry.event))
}
