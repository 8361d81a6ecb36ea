//! [`Material`]: all that a chapter may show, and what the chapters have shown so far.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail, ensure};
use workshop::diff::Workspace;
use workshop::exercises::{Course, FOLDER, chapters, markdown};

use crate::answers::{Answer, answers};
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
    /// The chapters in order. A chapter is named by its file, relative to `docs/src`.
    pub chapters: Vec<String>,
    /// What the exercises ask for.
    pub answers: Vec<Answer>,
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
        let chapters = chapters(&root)?.into_iter().map(|(_, chapter)| chapter).collect();
        let answers = answers(&course, |path| self::read(&root, path))?;
        Ok(Material { root, stages, course, outputs, pictures, chapters, answers, shown: RefCell::default() })
    }

    /// Reads a file of the workspace. The name is relative to its root.
    ///
    /// # Errors
    /// If it cannot be read; the message names the file.
    pub fn read(&self, path: &str) -> Result<String> {
        read(&self.root, path)
    }

    /// Returns the place of a chapter in the book. One that is in no book comes last.
    pub fn order(&self, chapter: &str) -> usize {
        self.chapters.iter().position(|its| its == chapter).unwrap_or(usize::MAX)
    }

    /// Checks that the list in the folder of the exercises is in the order of the book.
    ///
    /// # Errors
    /// If it is not; the message has the list.
    pub fn check_list(&self) -> Result<()> {
        let (path, list) = (format!("{FOLDER}/README.md"), markdown(&self.course));
        let is_same = self.read(&path)?.ends_with(&format!("\n\n{list}"));
        ensure!(is_same, "{path} has to end with what `cargo workshop list --markdown` prints:\n\n{list}");
        Ok(())
    }

    /// Checks that nothing is kept that no chapter shows, once all chapters have been expanded.
    ///
    /// # Errors
    /// If an output or a picture is not shown.
    pub fn check_all_shown(&self) -> Result<()> {
        let shown = self.shown.borrow();
        let outputs = self.outputs.keys().filter(|name| !shown.outputs.contains(*name));
        let pictures = self.pictures.difference(&shown.pictures);
        let unused: Vec<_> = outputs
            .map(|name| format!("no chapter shows the output `{name}`"))
            .chain(pictures.map(|name| format!("no chapter shows the picture `{name}`")))
            .collect();
        if unused.is_empty() { Ok(()) } else { bail!(unused.join("\n")) }
    }
}

/// Reads a file of the workspace `root`.
fn read(root: &Path, path: &str) -> Result<String> {
    let text = fs::read_to_string(root.join(path)).with_context(|| path.to_owned())?;
    Ok(text.replace("\r\n", "\n"))
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
