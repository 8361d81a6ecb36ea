//! A copy of the workspace, in which holes are cut, or filled with several answers at once.

use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use walkdir::{DirEntry, WalkDir};

use super::course::Course;
use super::exercise::Exercise;
use super::store::{self, FOLDER};
use crate::root::{self, about};
use crate::variant::Variant;

/// In the workspace. Its programs are built into the workspace's target folder, which has the libraries.
const COPY: &str = ".workshop/verify";

/// What is not copied: what is built, the history, and the learner's progress.
const LEFT_OUT: [&str; 3] = ["target", ".git", FOLDER];

/// The environment variable that chooses an answer: `ID/NAME`. Without it, the code that is there is chosen.
pub const VARIABLE: &str = "WORKSHOP_ANSWER";

/// The name of the answer that is none: the hole as it is cut.
pub const CUT: &str = "cut";

/// Copies the workspace, and opens the course in the copy. What is in the copy from before and has not
/// changed keeps its time, so that cargo need not build it again.
pub fn of(course: &Course) -> io::Result<Course> {
    let to = course.path(COPY);
    mirror(&course.root, &to)?;
    // A learner's progress there is that of an earlier copy.
    let _ = fs::remove_dir_all(to.join(FOLDER));
    let [config, manifest] = [".cargo/config.toml", "Cargo.toml"].map(|file| to.join(file));
    let text = root::read(&config)? + "\n[build]\ntarget-dir = \"../../target\"\n";
    store::write(&config, text.as_bytes())?;
    // Another version, so that cargo does not take the programs of the copy for those of the workspace.
    let text = root::read(&manifest)?.replacen("\nversion = \"", "\nversion = \"1000", 1);
    store::write(&manifest, text.as_bytes())?;
    Course::open(Some(&to))
}

fn mirror(from: &Path, to: &Path) -> io::Result<()> {
    let wanted = files(from);
    for file in &wanted {
        let [from, to] = [from, to].map(|root| root.join(file));
        let bytes = fs::read(&from).map_err(|error| about(&from, &error))?;
        if fs::read(&to).ok().as_ref() != Some(&bytes) {
            store::write(&to, &bytes)?;
        }
    }
    files(to).difference(&wanted).try_for_each(|file| fs::remove_file(to.join(file)))
}

/// Returns the files in a workspace, relative to it.
fn files(root: &Path) -> BTreeSet<PathBuf> {
    let is_copied =
        |entry: &DirEntry| entry.depth() == 0 || LEFT_OUT.iter().all(|name| entry.file_name() != *name);
    let entries = WalkDir::new(root).into_iter().filter_entry(is_copied).flatten();
    let files = entries.filter(|entry| entry.file_type().is_file());
    files.filter_map(|file| Some(file.path().strip_prefix(root).ok()?.to_owned())).collect()
}

/// Returns the value of the variable for an answer.
pub fn value(exercise: &Exercise, answer: &str) -> String {
    format!("{}/{answer}", exercise.id)
}

/// Fills every hole of an exercise with all answers, behind one switch, so that they are compiled once.
pub fn fill(copy: &Course, exercise: &Exercise, answers: &[Variant]) -> io::Result<()> {
    for hole in &exercise.holes {
        let path = copy.path(&hole.file);
        let text = root::read(&path)?;
        let body = |text: &str| hole.body(text).ok_or_else(|| hole.missing());
        let solution = &text[body(&text)?];
        let mut arms = format!("{:?} => todo!({:?}),\n", value(exercise, CUT), exercise.message());
        for answer in answers {
            let answered = hole.answered(&text, answer)?;
            if answered != text {
                arms += &format!("{:?} => {},\n", value(exercise, &answer.name), &answered[body(&answered)?]);
            }
        }
        let switch = format!(
            "{{\nstatic ANSWER: std::sync::LazyLock<String> = std::sync::LazyLock::new(|| \
             std::env::var({VARIABLE:?}).unwrap_or_default());\nmatch ANSWER.as_str() {{\n{arms}_ => {solution}\n}}\n}}"
        );
        let text = hole.fill(&text, &switch).ok_or_else(|| hole.missing())?;
        store::write(&path, text.as_bytes())?;
    }
    Ok(())
}
