//! What must hold so that a diff shows the idea and nothing else.

mod bodies;
mod budgets;
mod reading;

use std::io;

use super::stages::{STAGES, Stage, Workspace};
use crate::outline::{Kind, outline};

/// Files that differ in the crate's name alone.
const ALIKE: [&str; 2] = ["src/main.rs", "tests/whole/contract.rs"];

/// Files whose functions keep their order.
const ORDERED: [&str; 2] = ["src/crawl.rs", "src/fetch.rs"];

/// Checks all stages, and says what holds.
///
/// # Errors
/// If something does not hold: all of it, each with its file.
pub fn check(workspace: &Workspace) -> io::Result<String> {
    let mut faults: Vec<_> = missing(workspace).collect();
    for (old, new) in workspace.neighbours() {
        faults.extend(ALIKE.iter().filter_map(|path| differs(path, old, new)));
        faults.extend(ORDERED.iter().filter_map(|path| disordered(path, old, new)));
    }
    faults.extend(budgets::exceeded(workspace));
    faults.extend(reading::faults(workspace));
    if let (Ok(by_hand), Ok(compiled)) = (workspace.stage("3"), workspace.stage("4")) {
        faults.extend(bodies::faults(by_hand, compiled));
    }
    if faults.is_empty() {
        return Ok(format!(
            "{STAGES} stages: main.rs and tests/whole/contract.rs differ in the crate's name alone, the functions that \
             crawl.rs and fetch.rs share stand in the same order, every state machine of stage 3 has the `async fn` \
             of stage 4 above it, every file stands once in its stage's reading order, and all budgets are kept."
        ));
    }
    Err(io::Error::other(format!("--check found this:\n  {}", faults.join("\n  "))))
}

/// Names the stages and files without which there is nothing to compare.
fn missing(workspace: &Workspace) -> impl Iterator<Item = String> {
    let stages = workspace.stages();
    let is_there = |number| stages.iter().any(|stage| stage.number == number);
    let absent = (1..=STAGES).filter(move |&number| !is_there(number));
    let absent = absent.map(|number| format!("there is no stage {number}"));
    let files = stages.iter().flat_map(|stage| {
        let paths = ALIKE.iter().chain(&ORDERED).filter(|path| stage.file(path).is_none());
        paths.map(|path| format!("{} has no {path}", stage.name))
    });
    absent.chain(files)
}

/// Names the first line in which a file differs by more than the name of its crate.
fn differs(path: &str, old: &Stage, new: &Stage) -> Option<String> {
    let anonymous = |stage: &Stage| {
        stage
            .file(path)
            .map(|text| text.replace(&stage.crate_name(), "CRATE").replace(&stage.name, "PACKAGE"))
    };
    let (old_text, new_text) = (anonymous(old)?, anonymous(new)?);
    if old_text == new_text {
        return None;
    }
    let (old_lines, new_lines) = (old_text.lines(), new_text.lines());
    let alike = old_lines.zip(new_lines).take_while(|(old, new)| old == new).count();
    let (old, new, line) = (&old.name, &new.name, alike + 1);
    Some(format!("{path}: {old} and {new} differ by more than the crate's name, from line {line} on"))
}

/// Names the first function that stands before another one in one stage and after it in the other.
fn disordered(path: &str, old: &Stage, new: &Stage) -> Option<String> {
    let (in_old, in_new) = (functions(old.file(path)?), functions(new.file(path)?));
    let shared_old: Vec<_> = in_old.iter().filter(|name| in_new.contains(name)).collect();
    let shared_new = in_new.iter().filter(|name| in_old.contains(name));
    let (first, second) = shared_old.iter().zip(shared_new).find(|(old, new)| **old != *new)?;
    let (old, new) = (&old.name, &new.name);
    Some(format!("{path}: `{first}` stands before `{second}` in {old}, and after it in {new}"))
}

/// Returns the functions, each where it first comes, without those that a trait asks for.
fn functions(text: &str) -> Vec<&str> {
    let mut names = Vec::new();
    for item in outline(text) {
        if matches!(item.kind, Kind::Function { is_required: false, .. }) && !names.contains(&item.name) {
            names.push(item.name);
        }
    }
    names
}
