//! [`Material`]: all that a chapter may show, and what the chapters have shown so far.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use workshop::diff::Workspace;
use workshop::exercises::Course;

use crate::output::Output;

/// Where the captured outputs are.
pub const OUTPUTS: &str = "docs/outputs";

/// Where the pictures are.
pub const PICTURES: &str = "docs/src/pictures";

/// The sources, outputs, exercises and pictures of a workspace.
pub struct Material {
    /// The folder of the workspace.
    pub root: PathBuf,
    /// The stages.
    pub stages: Workspace,
    /// The exercises.
    pub course: Course,
    /// The captured outputs, by name.
    pub outputs: BTreeMap<String, Output>,
    /// The names of the pictures.
    pub pictures: BTreeSet<String>,
    /// The chapter of each exercise, by ID. A chapter is named by its file, relative to `docs/src`.
    pub lessons: BTreeMap<String, String>,
    /// What the chapters have shown.
    pub shown: RefCell<Shown>,
}

/// What the chapters have shown.
#[derive(Debug, Default)]
pub struct Shown {
    /// The outputs, by name.
    pub outputs: BTreeSet<String>,
    /// The pictures, by name.
    pub pictures: BTreeSet<String>,
    /// The sources that have a link, by path.
    pub sources: BTreeSet<String>,
}

impl Material {
    /// Reads what there is in the workspace `root`, or in the workspace around the current directory.
    ///
    /// # Errors
    /// If there is no workspace, or if a file cannot be read or is not as it should be.
    pub fn open(root: Option<&Path>) -> Result<Material> {
        let course = Course::open(root)?;
        let root = course.root.clone();
        let stages = Workspace::open(Some(&root))?;
        let read = |path: &String| Output::parse(&fs::read_to_string(root.join(OUTPUTS).join(path))?);
        let output = |path: String| {
            let name = path.trim_end_matches(".txt").to_owned();
            Ok((name, read(&path).with_context(|| format!("{OUTPUTS}/{path}"))?))
        };
        let outputs = names(&root.join(OUTPUTS), ".txt")?.into_iter().map(output).collect::<Result<_>>()?;
        let pictures = names(&root.join(PICTURES), ".svg")?;
        let pictures = pictures.iter().map(|path| path.trim_end_matches(".svg").to_owned()).collect();
        let lessons = lessons(&root)?;
        Ok(Material { root, stages, course, outputs, pictures, lessons, shown: RefCell::default() })
    }

    /// Reads a file of the workspace. The name is relative to its root.
    ///
    /// # Errors
    /// If it cannot be read; the message names the file.
    pub fn read(&self, path: &str) -> Result<String> {
        let text = fs::read_to_string(self.root.join(path)).with_context(|| path.to_owned())?;
        Ok(text.replace("\r\n", "\n"))
    }

    /// Checks that nothing is kept that no chapter shows, once all chapters have been expanded.
    ///
    /// # Errors
    /// If an output or a picture is not shown, or if an exercise is in no chapter.
    pub fn check_all_shown(&self) -> Result<()> {
        let shown = self.shown.borrow();
        let outputs = self.outputs.keys().filter(|name| !shown.outputs.contains(*name));
        let pictures = self.pictures.difference(&shown.pictures);
        let exercises = self.course.exercises.iter().map(|exercise| &exercise.id);
        let exercises = exercises.filter(|id| !self.lessons.contains_key(*id));
        let unused: Vec<_> = outputs
            .map(|name| format!("no chapter shows the output `{name}`"))
            .chain(pictures.map(|name| format!("no chapter shows the picture `{name}`")))
            .chain(exercises.map(|id| format!("no chapter has the exercise `{id}`")))
            .collect();
        if unused.is_empty() { Ok(()) } else { bail!(unused.join("\n")) }
    }
}

/// Finds the chapter of each exercise: the one that asks for it.
fn lessons(root: &Path) -> Result<BTreeMap<String, String>> {
    let chapters = root.join("docs/src");
    let summary = fs::read_to_string(chapters.join("SUMMARY.md")).context("docs/src/SUMMARY.md")?;
    let mut lessons = BTreeMap::new();
    for chapter in summary.split("](").skip(1).filter_map(|rest| rest.split(')').next()) {
        let text =
            fs::read_to_string(chapters.join(chapter)).with_context(|| format!("docs/src/{chapter}"))?;
        let ids = text.lines().filter_map(|line| line.strip_prefix("{{#exercise ")?.strip_suffix("}}"));
        for id in ids {
            if let Some(earlier) = lessons.insert(id.to_owned(), chapter.to_owned()) {
                bail!("the exercise `{id}` stands in {earlier} and in {chapter}");
            }
        }
    }
    Ok(lessons)
}

/// Returns the names in a folder that end in `suffix`, sorted.
fn names(folder: &Path, suffix: &str) -> Result<Vec<String>> {
    let mut names = Vec::new();
    for entry in fs::read_dir(folder).with_context(|| folder.display().to_string())? {
        names.extend(entry?.file_name().into_string().ok().filter(|name| name.ends_with(suffix)));
    }
    names.sort();
    Ok(names)
}
