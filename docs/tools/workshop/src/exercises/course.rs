//! [`Course`]: the exercises in their order.

use std::io;
use std::path::{Path, PathBuf};

use super::exercise::{Exercise, Hole, wrong};
use super::lessons::{CHAPTERS, lessons};
use crate::root;

/// The folder of the exercises, which have a folder each. The book has their order.
pub const FOLDER: &str = "docs/exercises";

/// The exercises of a workspace.
#[derive(Debug)]
pub struct Course {
    /// The folder of the workspace.
    pub root: PathBuf,
    /// The exercises, in the order of the book.
    pub exercises: Vec<Exercise>,
}

impl Course {
    /// Reads the exercises in `root`, or in the workspace that this command belongs to.
    ///
    /// # Errors
    /// If there is no workspace, or if a file cannot be read or is not as it should be.
    pub fn open(root: Option<&Path>) -> io::Result<Course> {
        let root = root.map_or_else(root::find, |root| Ok(root.to_path_buf()))?;
        let mut exercises = lessons(&root)?;
        exercises.iter_mut().try_for_each(|exercise| exercise.read(&root.join(FOLDER).join(&exercise.id)))?;
        if exercises.is_empty() {
            return Err(wrong(&root.join(CHAPTERS), "no chapter has an exercise"));
        }
        Ok(Course { root, exercises })
    }

    /// Returns all exercises, or those of the core.
    pub fn chosen(&self, core_only: bool) -> impl Iterator<Item = &Exercise> {
        self.exercises.iter().filter(move |exercise| exercise.is_core || !core_only)
    }

    /// Returns the exercise with this ID, and its place in the course.
    ///
    /// # Errors
    /// If there is none.
    pub fn find(&self, id: &str) -> io::Result<(usize, &Exercise)> {
        let found = self.exercises.iter().enumerate().find(|(_, exercise)| exercise.id == id);
        found.ok_or_else(|| {
            let name = id.split_once('-').map_or(id, |(_, name)| name);
            let ids = self.exercises.iter().map(|exercise| exercise.id.as_str());
            let near: Vec<_> = ids.filter(|its| its.contains(name)).collect();
            let near = if near.is_empty() { String::new() } else { format!(" ({}?)", near.join(", ")) };
            root::not_found(format!("no exercise is called `{id}`{near}; `cargo workshop list` shows all"))
        })
    }

    /// Reads the sources with the holes of an exercise.
    ///
    /// # Errors
    /// As `source`.
    pub fn sources(&self, exercise: &Exercise) -> io::Result<Vec<String>> {
        exercise.holes.iter().map(|hole| self.source(exercise, hole)).collect()
    }

    /// Reads a source with a hole.
    ///
    /// # Errors
    /// If it cannot be read, or is no text; the message says what brings it back.
    pub fn source(&self, exercise: &Exercise, hole: &Hole) -> io::Result<String> {
        root::read(&self.path(&hole.file)).map_err(|error| {
            let help = format!("`cargo workshop reset {}` brings it back", exercise.id);
            io::Error::new(error.kind(), format!("{error}; {help}"))
        })
    }

    /// Returns the name of a file of this course, which is relative, on this system.
    pub fn path(&self, file: &str) -> PathBuf {
        self.root.join(file)
    }
}
