//! [`Place`]: where a panic was: in the source of the test, and below it on the stack, in the learner's.

use std::fs;
use std::path::Path;

use super::words::DIM;

/// The number of lines of a test that are shown, and how many of them stand behind the panic.
const LINES: usize = 10;
const BEHIND: usize = 1;

/// A line of a source, such as `stage1-blocking/tests/queue.rs:12`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Place {
    pub file: String,
    pub line: usize,
}

impl Place {
    /// Parses `FILE:LINE:COLUMN`, perhaps with more behind it. A source that a test includes is named from the folder of the
    /// tests, as in `tests/../src/queue.rs`.
    pub fn parse(text: &str) -> Option<Place> {
        let text = text.trim_end_matches(':').replace('\\', "/");
        let mut parts = text.rsplitn(3, ':');
        let (_column, line) = (parts.next()?.parse::<usize>().ok()?, parts.next()?.parse().ok()?);
        let file = parts.next()?.trim_start_matches("./").replace("tests/../", "");
        Some(Place { file, line })
    }

    /// Returns the places on the stack that a panic has printed, in a package whose tests run in this folder.
    pub fn stack(output: &str, folder: &str) -> Vec<Place> {
        let frames = output.lines().filter_map(|line| Place::parse(line.trim().strip_prefix("at ")?));
        // What is not relative is not of this package.
        let mine = frames.filter(|place| place.file.starts_with("src/") || place.file.starts_with("tests/"));
        mine.map(|place| Place { file: format!("{folder}/{}", place.file), ..place }).collect()
    }

    /// Returns the lines of the source up to this place, of one function, and marks the last one.
    pub fn excerpt(&self, root: &Path) -> Option<String> {
        let text = fs::read_to_string(root.join(&self.file)).ok()?;
        let lines: Vec<_> = text.lines().collect();
        let end = (self.line + BEHIND).min(lines.len());
        let mut start = end.saturating_sub(LINES);
        let head = lines.get(start..self.line)?.iter().rposition(|line| line.starts_with("fn "));
        start += head.unwrap_or(0);
        let shown = lines[start..end].iter().zip(start + 1..).map(|(line, number)| {
            let mark = if number == self.line { ">" } else { " " };
            format!("  {DIM}{mark} {number:>4} | {line}{DIM:#}")
        });
        Some(shown.collect::<Vec<_>>().join("\n"))
    }
}
