//! What one sees of tests that fail.

use std::io;

use super::course::Course;
use super::exercise::Exercise;
use super::suite::Ran;
use super::test::Ended;
use super::words::{BOLD, DIM, FAILED, PASSED, flowed, say};

/// The number of failures that are shown, and of panics in one. The others have the same reason.
const SHOWN: usize = 3;

/// The lines of a panic, or of all else, that are shown, and the characters of a line.
const MOST_LINES: usize = 12;
const MOST_CHARACTERS: usize = 480;

/// How lines begin that say nothing of an answer: those of a panic and of shuttle, and those of the list below
/// "stack backtrace" and "failing seed".
const NOISE: [&str; 4] = [
    "note: Some details are",
    "Test deadlocked, and SHUTTLE_",
    "Task failed, serializing",
    "test panicked in task",
];
const LISTED: [&str; 5] =
    ["at ", "\"", "To replay the failure", "1) pass the seed", "2) set the environment"];

/// Says whether a test has passed.
pub fn verdict(Ended { name, passed, .. }: &Ended) -> io::Result<()> {
    let (style, word) = if *passed { (PASSED, "passed") } else { (FAILED, "FAILED") };
    say!("{style}{word}{style:#} {DIM}{name}{DIM:#}")
}

/// Shows why tests have failed, as much as one can read.
pub fn show(course: &Course, exercise: &Exercise, ran: &Ran) -> io::Result<()> {
    list(&in_order(exercise, ran), |failed| learners_line(course, exercise, &failed.output))
}

/// Shows why these tests have failed. `mine` returns the learner's line that led to a failure.
pub fn list(failed: &[&Ended], mine: impl Fn(&Ended) -> Option<String>) -> io::Result<()> {
    for failed in failed.iter().take(SHOWN) {
        let Ended { name, end, output, .. } = failed;
        say!("\n{BOLD}{name}{BOLD:#}")?;
        if !end.is_empty() {
            say!("{}", flowed(end, "  "))?;
        }
        say!("{}", gist(output))?;
        if let Some(mine) = mine(failed) {
            say!("  Your code on the stack: {BOLD}{mine}{BOLD:#}")?;
        }
    }
    if let Some(more @ [_, ..]) = failed.get(SHOWN..) {
        let names: Vec<_> = more.iter().map(|failed| failed.name.as_str()).collect();
        say!("\nand {} more: {}", more.len(), names.join(", "))?;
    }
    Ok(())
}

/// Returns the failures as they are shown: first the tests that have ended their process, then the nearest to the mistake.
pub fn in_order<'a>(exercise: &Exercise, ran: &'a Ran) -> Vec<&'a Ended> {
    let mut failed: Vec<_> = ran.failed().collect();
    failed.sort_by_key(|failed| {
        let rank = exercise.rank(&failed.name).filter(|_| failed.end.is_empty());
        (rank, &failed.name)
    });
    failed
}

/// Returns the first line in a hole of the exercise that a panic or its stack names.
fn learners_line(course: &Course, exercise: &Exercise, output: &str) -> Option<String> {
    output.lines().find_map(|line| {
        // A stack names a file from the folder of the package, and a panic from that of the workspace.
        let (folder, place) = match line.trim_start().strip_prefix("at ") {
            Some(frame) => (exercise.folder(), frame),
            None => ("", line.split_once(" panicked at ")?.1.trim_end_matches(':')),
        };
        let mut parts = place.rsplitn(3, ':');
        let (_column, line) = (parts.next()?, parts.next()?.parse().ok()?);
        // A test may include a source, as `tests/parts/../../src/task.rs`.
        let file = course.path(folder).join(parts.next()?).canonicalize().ok()?;
        let is_in = |path: &str| course.path(path).canonicalize().is_ok_and(|path| path == file);
        let mut holes = exercise.holes.iter().filter(|hole| is_in(&hole.file));
        let hole =
            holes.find(|hole| course.source(exercise, hole).is_ok_and(|text| hole.has_line(&text, line)))?;
        Some(format!("{}:{line}", hole.file))
    })
}

/// Returns what a test has printed, without stacks, its own panic first, and each panic once.
pub fn gist(output: &str) -> String {
    let mut in_stack = false;
    let mut blocks = vec![("", Vec::new())];
    for line in output.trim().lines() {
        let words = line.trim_start();
        let number = words.split(':').next().unwrap_or_default();
        let begins = |start: &&str| words.starts_with(start);
        let is_listed = number.parse::<u64>().is_ok() || LISTED.iter().any(begins);
        in_stack = ["stack backtrace:", "failing seed:"].contains(&words) || in_stack && is_listed;
        // `thread 'NAME' (NUMBER) panicked at FILE:LINE:COLUMN:`, of which the name is known.
        let panic = line.strip_prefix("thread '").and_then(|rest| rest.split_once(" panicked at "));
        match (panic, blocks.last_mut()) {
            (Some((_, place)), _) => blocks.push((place.trim_end_matches(':'), Vec::new())),
            (None, Some((_, lines))) if !in_stack && !NOISE.iter().any(begins) => lines.push(line),
            _ => {}
        }
    }
    // A panic that the test has caught stands below its own.
    blocks.sort_by_key(|(place, _)| {
        !["/tests/", "common/tools/src/"].iter().any(|of_a_test| place.contains(of_a_test))
    });
    let mut shown: Vec<String> = Vec::new();
    for (place, lines) in blocks {
        let text = block(place, lines.join("\n").trim());
        // A panic in a library has led to the test's own.
        let is_new = shown.is_empty() || !place.contains("/registry/src/") && !shown.contains(&text);
        if is_new && !text.is_empty() && shown.len() < SHOWN {
            shown.push(text);
        }
    }
    shown.join("\n")
}

/// Returns what is shown of a panic: the first lines, and its place; without a place, the last lines.
fn block(place: &str, text: &str) -> String {
    // The words of an assertion are left out if a message follows.
    let told = text.strip_prefix("assertion `").and_then(|rest| Some(rest.split_once("` failed: ")?.1));
    let lines: Vec<_> = told.unwrap_or(text).lines().map(short).collect();
    let left_out = lines.len().saturating_sub(MOST_LINES);
    let note = format!("  ... {left_out} more lines: `cargo workshop check --nocapture` shows them");
    let note = (left_out > 0).then_some(note);
    let lines: Vec<_> = match place {
        "" => note.into_iter().chain(lines.into_iter().skip(left_out)).collect(),
        _ => lines.into_iter().take(MOST_LINES).chain(note).chain([format!("  at {place}")]).collect(),
    };
    lines.join("\n")
}

/// Returns a line, indented. The end of a long one is left out.
fn short(line: &str) -> String {
    match line.char_indices().nth(MOST_CHARACTERS) {
        Some((end, _)) => flowed(&format!("{} ...", &line[..end]), "  "),
        None => flowed(line, "  "),
    }
}
