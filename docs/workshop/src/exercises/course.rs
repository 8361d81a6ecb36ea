//! [`Course`]: the exercises in their order.

use std::io;
use std::path::{Path, PathBuf};

use super::exercise::{Exercise, Hole, wrong};
use crate::root;

/// Where the exercises are. The README there has a link to each, in the order of the course.
pub const FOLDER: &str = "docs/exercises";

/// The exercises of a workspace.
#[derive(Debug)]
pub struct Course {
    /// The folder of the workspace.
    pub root: PathBuf,
    /// In their order.
    pub exercises: Vec<Exercise>,
}

impl Course {
    /// Reads the exercises in `root`, or in the workspace that this command belongs to.
    ///
    /// # Errors
    /// If there is no workspace, or if a file cannot be read or is not as it should be.
    pub fn open(root: Option<&Path>) -> io::Result<Course> {
        let root = root.map_or_else(root::find, |root| Ok(root.to_path_buf()))?;
        let folder = root.join(FOLDER);
        let list = folder.join("README.md");
        let text = root::read(&list)?;
        let ids =
            text.split("](").skip(1).filter_map(|rest| rest.split_once("/README.md)")).map(|(id, _)| id);
        let ids: Vec<_> = ids.filter(|id| !id.contains(['/', ')'])).collect();
        let exercises: Vec<_> =
            ids.iter().map(|id| Exercise::read(&folder.join(id))).collect::<Result<_, _>>()?;
        if exercises.is_empty() {
            return Err(wrong(&list, "it links to no exercise"));
        }
        Ok(Course { root, exercises })
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
