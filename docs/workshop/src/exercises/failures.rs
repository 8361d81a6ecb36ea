//! What one sees of tests that fail.

use std::io;

use super::exercise::Exercise;
use super::ran::{Failed, Ran};
use super::words::{BOLD, say};

/// More failures than this are named, but not shown: they have the same reason.
const SHOWN: usize = 3;

/// Of each panic, and of each line, no more than this is shown.
const MOST_LINES: usize = 12;
const MOST_CHARACTERS: usize = 400;

/// Shows why tests have failed, as much as one can read.
///
/// # Errors
/// If stdout is closed.
pub fn show(exercise: &Exercise, ran: &Ran) -> io::Result<()> {
    // First comes the test that has ended the process, or that answers the prediction.
    let mut failed: Vec<_> = ran.failed.iter().collect();
    let test = |failed: &Failed| failed.name.rsplit("::").next().unwrap_or_default().to_owned();
    failed
        .sort_by_key(|failed| (failed.end.is_empty(), !exercise.section("Predict").contains(&test(failed))));
    for Failed { name, end, output } in failed.iter().take(SHOWN) {
        say!("\n{BOLD}{name}{BOLD:#}")?;
        if !end.is_empty() {
            say!("  {end}")?;
        }
        say!("{}", gist(output))?;
    }
    if let Some(more @ [_, ..]) = failed.get(SHOWN..) {
        let names: Vec<_> = more.iter().map(|failed| failed.name.as_str()).collect();
        say!("\nand {} more: {}", more.len(), names.join(", "))?;
    }
    if !ran.hung.is_empty() {
        say!("\n{BOLD}It hangs:{BOLD:#} these tests had not ended when they were given up.")?;
        ran.hung.iter().try_for_each(|name| say!("  {name}"))?;
    }
    say!("\n{BOLD}{}: {}.{BOLD:#} `cargo workshop hint` helps.", exercise.id, ran.counts())
}

/// Returns what a test has printed, each panic once, and not more than one can read: of a panic, the first lines, and of
/// all else, the last ones.
fn gist(output: &str) -> String {
    let mut parts: Vec<String> = Vec::new();
    for (index, part) in format!("\n{}", output.trim()).split("\nthread '").enumerate() {
        // `NAME' (NUMBER) panicked at FILE:LINE:COLUMN:`, of which the name is known.
        let panic = part.split_once(" panicked at ").filter(|_| index > 0).map(|(_, panic)| panic);
        let thread = if index > 0 && panic.is_none() { "thread '" } else { "" };
        let text = format!("{thread}{}", panic.unwrap_or(part).trim());
        // The second panic of a thread has a backtrace in any case.
        let lines: Vec<_> = text.lines().take_while(|line| *line != "stack backtrace:").map(short).collect();
        let left_out = lines.len().saturating_sub(MOST_LINES);
        let note = format!("  ... {left_out} more lines: plain `cargo test` shows them");
        let part = match panic {
            _ if left_out == 0 => lines.join("\n"),
            Some(_) => format!("{}\n{note}", lines[..MOST_LINES].join("\n")),
            None => format!("  ... and at the end:\n{}", lines[left_out..].join("\n")),
        };
        if !parts.contains(&part) && !part.trim().is_empty() {
            parts.push(part);
        }
    }
    parts.join("\n")
}

/// Returns a line, indented. The end of a long one is left out.
fn short(line: &str) -> String {
    match line.char_indices().nth(MOST_CHARACTERS) {
        Some((end, _)) => format!("  {} ...", &line[..end]),
        None => format!("  {line}"),
    }
}
