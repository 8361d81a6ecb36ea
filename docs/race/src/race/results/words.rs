//! Numbers and lists, as a sentence has them.

use crate::race::figures::milliseconds;
use crate::units::count;

/// Writes a time in seconds, unless it is very short: `2.5 s`, `0.25 s`, `31 ms`.
pub fn seconds(ms: f64) -> String {
    match ms {
        ..99.5 => milliseconds(ms),
        ..995.0 => format!("{:.2} s", ms / 1e3),
        ..9950.0 => format!("{:.1} s", ms / 1e3),
        _ => format!("{} s", count(ms / 1e3)),
    }
}

/// Writes a number of times: `1.3`, `two`, `ten`, `120`.
pub fn in_words(times: f64) -> String {
    let words = ["two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];
    let near = times.round();
    match (near as usize).checked_sub(2).and_then(|index| words.get(index)) {
        Some(word) if (times - near).abs() < 0.05 * near => (*word).to_owned(),
        _ => count(times),
    }
}

/// Joins the parts of a sentence: `a`, `a and b`, `a, b and c`.
pub fn joined(parts: &[String]) -> String {
    match parts {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}
