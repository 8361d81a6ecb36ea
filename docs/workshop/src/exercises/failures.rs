//! What one sees of tests that fail.

use std::io;

use super::exercise::Exercise;
use super::tests::{Failed, Ran};
use super::words::{BOLD, say};

/// More failures than this are named, but not shown: they have the same reason.
const SHOWN: usize = 3;

/// Of each panic, no more than this is shown.
const MOST_LINES: usize = 12;
const MOST_CHARACTERS: usize = 2000;

/// Shows why tests have failed, as much as one can read.
///
/// # Errors
/// If stdout is closed.
pub fn show(exercise: &Exercise, ran: &Ran) -> io::Result<()> {
    // The test that answers the prediction comes first.
    let mut failed: Vec<_> = ran.failed.iter().collect();
    let test = |failed: &Failed| failed.name.rsplit("::").next().unwrap_or_default().to_owned();
    failed.sort_by_key(|failed| !exercise.section("Predict").contains(&test(failed)));
    for Failed { name, output } in failed.iter().take(SHOWN) {
        say!("\n{BOLD}{name}{BOLD:#}\n{}", gist(output))?;
    }
    if let Some(more @ [_, ..]) = failed.get(SHOWN..) {
        let names: Vec<_> = more.iter().map(|failed| failed.name.as_str()).collect();
        say!("\nand {} more: {}", more.len(), names.join(", "))?;
    }
    if !ran.hung.is_empty() {
        say!("\n{BOLD}It hangs:{BOLD:#} these tests had not ended when they were given up.")?;
        ran.hung.iter().try_for_each(|name| say!("  {name}"))?;
    }
    say!(
        "\n{BOLD}{}: {} passed, {} failed, {} hung.{BOLD:#} `cargo workshop hint` helps.",
        exercise.id,
        ran.passed,
        ran.failed.len(),
        ran.hung.len()
    )
}

/// Returns what a test has printed, each panic once, and not more lines than one can read.
fn gist(output: &str) -> String {
    let mut panics: Vec<String> = Vec::new();
    for part in output.trim().split("\nthread '").map(str::trim) {
        // `NAME' (NUMBER) panicked at FILE:LINE:COLUMN:`, of which the name is known.
        let part = part.split_once(" panicked at ").map_or(part, |(_, rest)| rest);
        let end = part.char_indices().nth(MOST_CHARACTERS).map_or(part.len(), |(at, _)| at);
        let (head, rest) = part.split_at(end);
        let part = format!("{head}{}", if rest.is_empty() { "" } else { " ..." });
        let lines: Vec<_> = part.lines().map(|line| format!("  {line}")).take(MOST_LINES).collect();
        let more = part.lines().count() - lines.len();
        let more = if more == 0 {
            String::new()
        } else {
            format!("\n  ... {more} more lines: plain `cargo test` shows them")
        };
        let part = lines.join("\n") + &more;
        if !panics.contains(&part) && !part.trim().is_empty() {
            panics.push(part);
        }
    }
    panics.join("\n")
}
