//! [`last_steps`]: the end of what has led to a mistake.

/// The most steps that are shown. The mistake is in the last ones.
const SHOWN: usize = 9;

/// Returns the last of the steps below a heading, to follow the words of a mistake; nothing if there are none.
pub fn last_steps(steps: &[String]) -> String {
    let last = &steps[steps.len().saturating_sub(SHOWN)..];
    let which = match steps.len() {
        0 => return String::new(),
        1..=SHOWN => "",
        _ => "last ",
    };
    format!("\nThe order of the {which}steps:\n  {}", last.join("\n  "))
}
