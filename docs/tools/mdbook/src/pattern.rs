//! [`pattern`]: a regular expression of this program.

use regex::Regex;

/// Compiles a pattern.
pub fn pattern(text: &str) -> Regex {
    Regex::new(text).expect("the pattern is correct")
}
