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

/// How lines begin that say nothing of an answer: those of a panic, of a thread's that is passed on, and of shuttle, and
/// those of the list below "stack backtrace" and "failing seed".
const NOISE: [&str; 5] = [
    "note: Some details are",
    "called `Result::unwrap()` on an `Err` value: Any",
    "Test deadlocked, and SHUTTLE_",
    "Task failed, serializing",
    "test panicked in task",
];
const LISTED: [&str; 5] =
    ["at ", "\"", "To replay the failure", "1) pass the seed", "2) set the environment"];

/// The folders of packages that only tests use.
const OF_TESTS: [&str; 2] = ["common/tools/src/", "common/contract/src/"];

/// The folders of the standard library, as it is built and as it is installed, and of other ones.
const LIBRARIES: [&str; 3] = ["/rustc/", "/rustlib/", "/registry/src/"];

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

/// A panic, or what a test has printed before the first one.
#[derive(Default)]
struct Block<'a> {
    /// The place that the panic names. A function with `#[track_caller]` names that of its caller.
    place: &'a str,
    /// The place of the function that has panicked.
    origin: Option<&'a str>,
    lines: Vec<&'a str>,
}

/// Returns what a test has printed, without stacks, its own panic first, and each panic once.
pub fn gist(output: &str) -> String {
    let mut in_stack = false;
    let mut blocks = vec![Block::default()];
    for line in output.trim().lines() {
        let words = line.trim_start();
        let number = words.split(':').next().unwrap_or_default();
        let begins = |start: &&str| words.starts_with(start);
        let is_listed = number.parse::<u64>().is_ok() || LISTED.iter().any(begins);
        in_stack = ["stack backtrace:", "failing seed:"].contains(&words) || in_stack && is_listed;
        // `thread 'NAME' (NUMBER) panicked at FILE:LINE:COLUMN:`, of which the name is known.
        let panic = line.strip_prefix("thread '").and_then(|rest| rest.split_once(" panicked at "));
        match (panic, blocks.last_mut()) {
            (Some((_, place)), _) => {
                blocks.push(Block { place: place.trim_end_matches(':'), ..Block::default() });
            }
            (None, Some(block)) if in_stack => block.origin = block.origin.or_else(|| frame(words)),
            (None, Some(block)) if !NOISE.iter().any(begins) => block.lines.push(line),
            _ => {}
        }
    }
    let is_own = |block: &Block<'_>| {
        !block.lines.is_empty() && is_of_a_test(block.place) && block.origin.is_none_or(is_of_a_test)
    };
    let (mut own, others): (Vec<_>, Vec<_>) = blocks.into_iter().partition(is_own);
    // The last one has ended the test, which has caught those before it.
    own.reverse();
    let mut shown: Vec<String> = Vec::new();
    for Block { place, lines, .. } in own.into_iter().chain(others) {
        let words = lines.join("\n");
        let text = block(place, words.trim());
        // A panic in a library has led to the test's own.
        let is_led_to = words.is_empty() || place.contains("/registry/src/");
        let is_new = shown.is_empty() || !is_led_to && !shown.contains(&text);
        if is_new && !text.is_empty() && shown.len() < SHOWN {
            shown.push(text);
        }
    }
    shown.join("\n")
}

/// Returns the place that a line of a stack names, if it is neither in the standard library nor in another one.
fn frame(line: &str) -> Option<&str> {
    let is_of_a_library = |place: &&str| LIBRARIES.iter().any(|folder| slashed(place).contains(folder));
    line.strip_prefix("at ").filter(|place| !is_of_a_library(place))
}

/// Tells whether a place is in a test or in what tests share. A source that a test includes is neither, such as
/// `tests/parts/../../src/task.rs`.
fn is_of_a_test(place: &str) -> bool {
    let place = slashed(place);
    let folder = place.rsplit('/').find(|folder| ["src", "tests"].contains(folder));
    folder == Some("tests") || OF_TESTS.iter().any(|folder| place.contains(folder))
}

/// Returns a place as it is on Linux and macOS.
fn slashed(place: &str) -> String {
    place.replace('\\', "/")
}

/// Returns what is shown of a panic: the first lines, and its place; without a place, the last lines.
fn block(place: &str, text: &str) -> String {
    // The words of an assertion are left out if a message follows.
    let told = text.strip_prefix("assertion `").and_then(|rest| Some(rest.split_once("` failed: ")?.1));
    let told = told.unwrap_or(text).trim_end_matches(": Any { .. }");
    let lines: Vec<_> = told.lines().map(short).collect();
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
