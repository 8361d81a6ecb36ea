//! What must hold of the course as a whole.
//!
//! - `budgets`: how long files are, and how much changes from stage to stage
//! - `reading`: the order in which the files of a stage and of `common` are read
//! - `stages`: what two stages have in common
//! - `circles`: which file imports which; `uses`: what a file imports
//! - `automation`: what GitHub runs
//! - `readmes`: what the readmes show and link to; `exercises`: what `docs/exercises` promises; `variants`: the solutions
//!   with a wrong belief

mod automation;
mod budgets;
mod circles;
mod exercises;
mod reading;
mod readmes;
mod stages;
mod uses;
mod variants;
mod wall;

use std::fs;
use std::path::{Path, PathBuf};

use walkdir::{DirEntry, WalkDir};
use workshop::diff::{Stage, Workspace};
use workshop::elsewhere::STAGES;
use workshop::exercises::Course;

/// The file whose diff is the lesson.
const FETCH: &str = "src/fetch.rs";

/// Returns the path of a file or a folder of the workspace.
fn path(name: &str) -> PathBuf {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../..")).join(name)
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn stages() -> Workspace {
    Workspace::open(Some(&path(""))).expect("the stages")
}

fn course() -> Course {
    let course = Course::open(Some(&path(""))).expect("the course");
    assert!(course.missing.is_empty(), "chapters have exercises that are not there: {:?}", course.missing);
    course
}

fn file<'a>(stage: &'a Stage, path: &str) -> &'a str {
    stage.file(path).unwrap_or_else(|| panic!("{} has no {path}", stage.name))
}

/// Returns the sources of the workspace, with `/` in their paths, without a learner's own programs.
fn sources() -> Vec<(String, String)> {
    let root = path("");
    let is_source = |entry: &DirEntry| {
        let name = entry.file_name().to_string_lossy();
        let is_learners = entry.depth() == 1 && name == "own";
        entry.depth() == 0 || !name.starts_with('.') && !is_learners && name != "target"
    };
    let paths = WalkDir::new(&root).into_iter().filter_entry(is_source).flatten().map(DirEntry::into_path);
    let sources = paths.filter(|path| path.extension().is_some_and(|end| end == "rs")).map(|path| {
        let name = path.strip_prefix(&root).expect("it is in the workspace").to_string_lossy();
        (name.replace('\\', "/"), read(&path))
    });
    let mut sources: Vec<_> = sources.collect();
    sources.sort();
    sources
}
