//! How much there may be to read.

use super::super::compare::Comparison;
use super::super::stages::{STAGES, Workspace};
use super::reading::links;

const FETCH: &str = "src/fetch.rs";

/// How many lines `fetch.rs` may have in each stage.
const FETCH_LINES: [usize; STAGES] = [120, 210, 175, 85];

/// How many lines of `fetch.rs` may change from stage 3 to stage 4, added and removed.
const FETCH_CHANGES: usize = 200;

/// How many lines of `common` a learner may have to read.
const READING_LINES: usize = 1500;

/// Where the files to read are listed: in the items of a numbered list.
const READING_LIST: &str = "common/README.md";

/// Names the budgets that are exceeded.
pub fn exceeded(workspace: &Workspace) -> Vec<String> {
    let mut faults: Vec<_> = lines_of_fetch(workspace).collect();
    faults.extend(changes_of_fetch(workspace));
    faults.extend(reading(workspace).err());
    faults
}

fn lines_of_fetch(workspace: &Workspace) -> impl Iterator<Item = String> {
    workspace.stages().iter().filter_map(|stage| {
        let (lines, most) = (stage.file(FETCH)?.lines().count(), FETCH_LINES[stage.number - 1]);
        (lines > most)
            .then(|| format!("{}/{FETCH} has {lines} lines, at most {most} are allowed", stage.name))
    })
}

fn changes_of_fetch(workspace: &Workspace) -> Option<String> {
    let comparison = Comparison::of(workspace.stage("3").ok()?, workspace.stage("4").ok()?);
    let file = comparison.files.iter().find(|file| file.path == FETCH)?;
    let (added, removed) = (file.added, file.removed);
    (added + removed > FETCH_CHANGES).then(|| {
        format!("{FETCH}: from stage 3 to 4, {added} lines are added and {removed} removed, at most {FETCH_CHANGES} are allowed")
    })
}

/// Checks that the files of the reading list are there and short enough together.
fn reading(workspace: &Workspace) -> Result<(), String> {
    let read = |path: &str| workspace.read(path).map_err(|error| error.to_string());
    let mut lines = 0;
    for link in links(&read(READING_LIST)?) {
        lines += read(&format!("common/{link}"))?.lines().count();
    }
    match lines {
        0 => Err(format!("{READING_LIST} has no numbered list of files to read")),
        1..=READING_LINES => Ok(()),
        _ => Err(format!("{READING_LIST} lists {lines} lines to read, at most {READING_LINES} are allowed")),
    }
}
