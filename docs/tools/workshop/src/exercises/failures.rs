//! What one sees of tests that fail.

use std::fs;
use std::io;
use std::path::Path;

use super::course::Course;
use super::exercise::Exercise;
use super::results::{Ended, Ran};
use super::words::{BOLD, DIM, flowed, say};

/// The number of failures that are shown. The others are named: they have the same reason.
const SHOWN: usize = 3;

/// The lines of a panic that are shown, and the characters of a line.
const MOST_LINES: usize = 12;
const MOST_CHARACTERS: usize = 480;

/// The text of a panic before the message of an assertion.
const ASSERTION: &str = "assertion `";

/// The lines of a test that are shown, and how many of them stand behind the panic.
const EXCERPT_LINES: usize = 10;
const BEHIND: usize = 1;

/// A line of a source, such as `stage1-blocking/tests/parts/queue.rs:12`.
#[derive(Clone, PartialEq)]
struct SourceLine {
    file: String,
    line: usize,
}

/// Shows why tests have failed: as much as one can read, or all.
pub fn show(course: &Course, exercise: &Exercise, ran: &Ran, is_verbose: bool) -> io::Result<()> {
    let failed = in_order(exercise, ran);
    let most = if is_verbose { usize::MAX } else { MOST_LINES };
    for Ended { name, end, output, .. } in failed.iter().take(SHOWN) {
        say!("\n{BOLD}{name}{BOLD:#}")?;
        if !end.is_empty() {
            say!("{}", flowed(end, "  "))?;
        }
        say!("{}", gist(output, most))?;
        show_places(course, exercise, output)?;
    }
    if let Some(more @ [_, ..]) = failed.get(SHOWN..) {
        let names: Vec<_> = more.iter().map(|failed| failed.name.as_str()).collect();
        say!("\nand {} more: {}", more.len(), names.join(", "))?;
    }
    Ok(())
}

/// Returns the failures in the order in which they are shown: first the tests that have ended their process,
/// then the one that is nearest to the mistake.
pub fn in_order<'a>(exercise: &Exercise, ran: &'a Ran) -> Vec<&'a Ended> {
    let mut failed: Vec<_> = ran.failed().collect();
    failed.sort_by_key(|failed| {
        let rank = exercise.rank(&failed.name).filter(|_| failed.end.is_empty());
        (rank, &failed.name)
    });
    failed
}

/// Shows the lines of the test around its failure, and the line of the learner's code that was on the stack.
fn show_places(course: &Course, exercise: &Exercise, output: &str) -> io::Result<()> {
    let panicked =
        output.lines().filter_map(|line| SourceLine::parse(line.split_once(" panicked at ")?.1)).next_back();
    let stack = SourceLine::stack(output, exercise.folder());
    let mut places = panicked.iter().chain(&stack);
    if let Some(test) = places.clone().find(|place| place.is_of_a_test())
        && let Some(excerpt) = test.excerpt(&course.root)
    {
        if panicked.as_ref() != Some(test) {
            say!("  in {}:{}", test.file, test.line)?;
        }
        say!("{excerpt}")?;
    }
    match places.find(|place| is_learners(course, exercise, place)) {
        Some(mine) => say!("  Your code on the stack: {BOLD}{}:{}{BOLD:#}", mine.file, mine.line),
        None => Ok(()),
    }
}

/// Tells whether a line is in a hole of the exercise.
fn is_learners(course: &Course, exercise: &Exercise, place: &SourceLine) -> bool {
    exercise.holes.iter().filter(|hole| hole.file == place.file).any(|hole| {
        let Ok(text) = course.source(exercise, hole) else { return false };
        let line = |at: usize| 1 + text[..at].matches('\n').count();
        hole.body(&text).is_some_and(|body| (line(body.start)..=line(body.end)).contains(&place.line))
    })
}

/// Returns what a test has printed, its own panic first, each panic once, and not more lines than `most`: of
/// a panic, the first ones, and of all else, the last ones.
pub fn gist(output: &str, most: usize) -> String {
    let mut parts: Vec<(bool, String)> = Vec::new();
    for (index, part) in format!("\n{}", without_stacks(output)).split("\nthread '").enumerate() {
        // `NAME' (NUMBER) panicked at FILE:LINE:COLUMN:`, of which the name is known.
        let panic = part.split_once(" panicked at ").filter(|_| index > 0).map(|(_, panic)| panic);
        let thread = if index > 0 && panic.is_none() { "thread '" } else { "" };
        let text = match panic.and_then(|panic| panic.split_once('\n')) {
            Some((place, message)) => format!("{}\nat {}", said(message), place.trim_end_matches(':')),
            None => format!("{thread}{}", part.trim()),
        };
        let lines: Vec<_> = text.lines().map(|line| short(line, most)).collect();
        let left_out = lines.len().saturating_sub(most);
        let note = format!("  ... {left_out} more lines: `cargo workshop check -v` shows them");
        let part = match panic {
            _ if left_out == 0 => lines.join("\n"),
            Some(_) => format!("{}\n{note}", lines[..most].join("\n")),
            None => format!("  ... and at the end:\n{}", lines[left_out..].join("\n")),
        };
        // A panic that the test has caught stands below its own.
        let is_other = !panic
            .and_then(|panic| SourceLine::parse(panic.lines().next()?))
            .is_some_and(|at| at.is_of_a_test());
        if !parts.contains(&(is_other, part.clone())) && !part.trim().is_empty() {
            parts.push((is_other, part));
        }
    }
    parts.sort_by_key(|(is_other, _)| *is_other);
    parts.into_iter().map(|(_, part)| part).collect::<Vec<_>>().join("\n")
}

/// Returns what a test has printed, without the stacks of its panics.
fn without_stacks(output: &str) -> String {
    let mut in_stack = false;
    let is_said = |line: &&str| {
        let words = line.trim_start();
        let number = words.split(':').next().unwrap_or_default();
        let is_frame = number.parse::<u32>().is_ok() || words.starts_with("at ");
        in_stack = words == "stack backtrace:" || in_stack && is_frame;
        !in_stack && !words.starts_with("note: Some details are omitted")
    };
    output.trim().lines().filter(is_said).collect::<Vec<_>>().join("\n")
}

/// Returns what a panic says, without the words of the assertion if a message follows.
fn said(message: &str) -> &str {
    let told = message.strip_prefix(ASSERTION).and_then(|rest| Some(rest.split_once("` failed: ")?.1));
    told.unwrap_or(message).trim()
}

/// Returns a line, indented. The end of a long one is left out, unless all is shown.
fn short(line: &str, most: usize) -> String {
    match line.char_indices().nth(MOST_CHARACTERS).filter(|_| most < usize::MAX) {
        Some((end, _)) => flowed(&format!("{} ...", &line[..end]), "  "),
        None => flowed(line, "  "),
    }
}

impl SourceLine {
    /// Parses `FILE:LINE:COLUMN`, perhaps with more behind it. A source that a test includes is named from
    /// the folder of the tests, as in `tests/parts/../../src/task.rs`.
    fn parse(text: &str) -> Option<SourceLine> {
        let text = text.trim_end_matches(':').replace('\\', "/");
        let mut parts = text.rsplitn(3, ':');
        let (_column, line) = (parts.next()?.parse::<usize>().ok()?, parts.next()?.parse().ok()?);
        let mut folders = Vec::new();
        for folder in parts.next()?.split('/') {
            match folder {
                "." => {}
                ".." => _ = folders.pop(),
                _ => folders.push(folder),
            }
        }
        Some(SourceLine { file: folders.join("/"), line })
    }

    /// Returns the places on the stack that a panic has printed, in a package whose tests run in this folder.
    fn stack(output: &str, folder: &str) -> Vec<SourceLine> {
        let frames = output.lines().filter_map(|line| SourceLine::parse(line.trim().strip_prefix("at ")?));
        // What is not relative is not of this package.
        let mine = frames.filter(|place| place.file.starts_with("src/") || place.file.starts_with("tests/"));
        mine.map(|place| SourceLine { file: format!("{folder}/{}", place.file), ..place }).collect()
    }

    /// Returns the lines of the source up to this place, of one function, and marks the last one.
    fn excerpt(&self, root: &Path) -> Option<String> {
        let text = fs::read_to_string(root.join(&self.file)).ok()?;
        let lines: Vec<_> = text.lines().collect();
        let end = (self.line + BEHIND).min(lines.len());
        let mut start = end.saturating_sub(EXCERPT_LINES);
        let head = lines.get(start..self.line)?.iter().rposition(|line| line.starts_with("fn "));
        start += head.unwrap_or(0);
        let shown = lines[start..end].iter().zip(start + 1..).map(|(line, number)| {
            let mark = if number == self.line { ">" } else { " " };
            format!("  {DIM}{mark} {number:>4} | {line}{DIM:#}")
        });
        Some(shown.collect::<Vec<_>>().join("\n"))
    }

    /// Tells whether its file has tests, or what they share.
    fn is_of_a_test(&self) -> bool {
        self.file.contains("/tests/") || self.file.starts_with("common/tools/src/")
    }
}
