//! How long files are, and how much changes from stage 3 to stage 4.

use workshop::diff::Comparison;

use crate::reading::links;
use crate::{FETCH, file, path, read, sources, stages};

/// The lines that `fetch.rs` may have in each stage, and how many of them may change from stage 3 to stage 4.
const FETCH_LINES: [usize; 4] = [80, 210, 175, 85];
const FETCH_CHANGES: usize = 200;

/// The number of files in the list of `common/README.md`, and the lines that they may have together, with all other files that
/// define what their types consist of.
const FIVE_FILES: usize = 5;
const FIVE_FILES_LINES: usize = 1100;

/// The lines that any other file may have. Most have about 100; a longer one is one thing.
const FILE_LINES: usize = 300;

#[test]
fn no_fetch_is_longer_than_its_budget() {
    for (stage, most) in stages().stages.iter().zip(FETCH_LINES) {
        let lines = file(stage, FETCH).lines().count();
        assert!(lines <= most, "{}/{FETCH} has {lines} lines, at most {most} are allowed", stage.name);
    }
}

#[test]
fn from_stage_three_to_four_fetch_changes_no_more_than_its_budget() {
    let stages = stages();
    let changes = Comparison::between(&stages, ["3", "4"]).and_then(|changes| changes.only(FETCH));
    let fetch = &changes.expect("two stages with it").files[0];
    assert!(fetch.added + fetch.removed <= FETCH_CHANGES, "{FETCH} from stage 3 to 4: {}", fetch.verdict());
}

#[test]
fn the_five_files_of_common_are_no_longer_than_their_budget() {
    let readme = read(&path("common/README.md"));
    let files = links(&readme);
    assert_eq!(files.len(), FIVE_FILES, "{files:?}");
    let folders: Vec<_> =
        files.iter().map(|file| format!("common/{}/", file.trim_end_matches(".rs"))).collect();
    let is_read = |name: &str, text: &str| {
        let defines =
            |line: &str| line.contains("struct ") || line.contains("enum ") || line.starts_with("impl");
        files.iter().any(|file| name == format!("common/{file}"))
            || folders.iter().any(|folder| name.starts_with(folder)) && text.lines().any(defines)
    };
    let read = sources().into_iter().filter(|(name, text)| is_read(name, text));
    let lines: usize = read.map(|(_, text)| text.lines().count()).sum();
    assert!(lines <= FIVE_FILES_LINES, "they have {lines} lines, at most {FIVE_FILES_LINES} are allowed");
}

#[test]
fn no_file_is_longer_than_its_budget() {
    // A program that a learner writes is one file, and so are the tests of one level.
    let has_own =
        |name: &str| name.starts_with("stage") && name.ends_with(FETCH) || name.starts_with("docs/own/");
    let sources = sources().into_iter().filter(|(name, _)| !has_own(name));
    let long: Vec<_> =
        sources.filter(|(_, text)| text.lines().count() > FILE_LINES).map(|(name, _)| name).collect();
    assert!(long.is_empty(), "these have more than {FILE_LINES} lines: {long:#?}");
}
