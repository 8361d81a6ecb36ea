//! [`Course`]: the exercises, in the order in which the book has them.

use std::io;
use std::path::{Path, PathBuf};

use super::exercise::{Exercise, FOLDER};
use super::hole::Hole;
use super::progress::Progress;
use crate::root;
use crate::variant::{self, Variant};

/// The chapters of the book. `SUMMARY.md` there has the order of the exercises.
pub const CHAPTERS: &str = "docs/book/src";

/// The exercises of a workspace.
#[derive(Debug)]
pub struct Course {
    /// The folder of the workspace.
    pub root: PathBuf,
    /// The exercises, in the order of the book.
    pub exercises: Vec<Exercise>,
    /// The IDs of exercises that a chapter has, and `docs/exercises` has not.
    pub missing: Vec<String>,
}

impl Course {
    /// Reads the exercises, without their wrong answers, in `root` or in the workspace of this command.
    ///
    /// # Errors
    /// If there is no workspace, or if a file cannot be read or is not as it should be.
    pub fn open(root: Option<&Path>) -> io::Result<Course> {
        let root = root::find(root)?;
        let (mut exercises, mut missing) = (Vec::new(), Vec::new());
        for mut exercise in in_order(&root)? {
            match exercise.read(&root) {
                // One that is missing is no reason to block other exercises.
                Err(error) if error.kind() == io::ErrorKind::NotFound => missing.push(exercise.id),
                read => exercises.push(read.map(|()| exercise)?),
            }
        }
        Ok(Course { root, exercises, missing })
    }

    /// Returns all exercises, or those of the core.
    pub fn chosen(&self, core_only: bool) -> impl Iterator<Item = &Exercise> {
        self.exercises.iter().filter(move |exercise| exercise.is_core || !core_only)
    }

    /// Returns the exercise with this ID, if there is one.
    pub fn get(&self, id: &str) -> Option<&Exercise> {
        self.exercises.iter().find(|exercise| exercise.id == id)
    }

    /// Returns the exercise with this ID, or with this number in the list.
    ///
    /// # Errors
    /// If there is none.
    pub fn find(&self, id: &str) -> io::Result<&Exercise> {
        let numbered = || self.exercises.get(id.parse::<usize>().ok()?.checked_sub(1)?);
        let none =
            || root::not_found(format!("no exercise is called `{id}`; `cargo workshop list` shows all"));
        self.get(id).or_else(numbered).ok_or_else(none)
    }

    /// Reads the answers to an exercise that its tests must reject.
    ///
    /// # Errors
    /// If a file cannot be read, or is not as it should be.
    pub fn wrong_answers(&self, exercise: &Exercise) -> io::Result<Vec<Variant>> {
        let folder = self.root.join(FOLDER).join(&exercise.id).join("wrong");
        let answers = variant::read_all(&folder)?;
        let is_hole = |path: &String| exercise.holes.iter().any(|hole| hole.path == *path);
        let mut items = answers.iter().flat_map(|answer| &answer.blocks).map(|block| &block.item);
        match items.find(|item| !is_hole(item)) {
            Some(item) => Err(root::not_as_it_should_be(&folder, &format!("`{item}` is no hole"))),
            None => Ok(answers),
        }
    }

    /// Returns the exercise with this ID, or the open one.
    ///
    /// # Errors
    /// If there is no such exercise, or none is open.
    pub fn find_or_open(&self, id: Option<&str>) -> io::Result<&Exercise> {
        let progress = Progress::read(&self.root)?;
        let none = || root::not_found("no exercise is open: `cargo workshop next` starts one".into());
        self.find(id.or(progress.open()).ok_or_else(none)?)
    }

    /// Returns the open exercise, unless it is solved or has the solution.
    ///
    /// # Errors
    /// If the progress cannot be read.
    pub fn unsolved(&self) -> io::Result<Option<&Exercise>> {
        let progress = Progress::read(&self.root)?;
        let is_unsolved = |id: &String| progress.open() == Some(id) && progress.state(id).is_none();
        Ok(self.exercises.iter().find(|exercise| is_unsolved(&exercise.id)))
    }

    /// Reads the sources with the holes of an exercise.
    pub fn sources(&self, exercise: &Exercise) -> io::Result<Vec<String>> {
        exercise.holes.iter().map(|hole| self.source(exercise, hole)).collect()
    }

    /// Checks that the sources are still those that are tested.
    ///
    /// # Errors
    /// If the learner has saved something else, or if a source cannot be read.
    pub fn still_has(&self, exercise: &Exercise, tested: &[String]) -> io::Result<()> {
        if self.sources(exercise)? == tested {
            return Ok(());
        }
        let what = "you have saved since the tests began; `cargo workshop check` tests what is there now";
        Err(io::Error::new(io::ErrorKind::Interrupted, what))
    }

    /// Reads a source with a hole.
    ///
    /// # Errors
    /// If it cannot be read: the message says what brings it back.
    pub fn source(&self, exercise: &Exercise, hole: &Hole) -> io::Result<String> {
        let help = format!("`cargo workshop reset {}` brings it back", exercise.id);
        root::read(&self.path(&hole.file)).map_err(|error| root::with_help(&error, &help))
    }

    /// Returns the name of a file of this course, which is relative, on this system.
    pub fn path(&self, file: &str) -> PathBuf {
        self.root.join(file)
    }
}

/// Returns the exercises in the order of the book. Only their IDs and their places in it are set.
fn in_order(root: &Path) -> io::Result<Vec<Exercise>> {
    let mut exercises = Vec::<Exercise>::new();
    for (part, chapter) in chapters(root)? {
        let text = root::read(&root.join(CHAPTERS).join(&chapter))?;
        for id in text.lines().filter_map(|line| line.strip_prefix("{{#exercise ")?.strip_suffix("}}")) {
            exercises.push(Exercise {
                id: id.into(),
                part: part.clone(),
                chapter: chapter.clone(),
                ..Exercise::default()
            });
        }
    }
    Ok(exercises)
}

/// Returns the chapters in order, each with the heading of its part.
///
/// # Errors
/// If `SUMMARY.md` cannot be read.
pub fn chapters(root: &Path) -> io::Result<Vec<(String, String)>> {
    let summary = root::read(&root.join(CHAPTERS).join("SUMMARY.md"))?;
    let (mut part, mut chapters) = ("", Vec::new());
    for line in summary.lines() {
        part = line.strip_prefix("# ").unwrap_or(part);
        let file = line.split_once("](").and_then(|(_, rest)| rest.split(')').next());
        chapters.extend(file.map(|file| (part.to_owned(), file.to_owned())));
    }
    Ok(chapters)
}
