//! [`Material`]: all that a chapter may show, and what the chapters have shown so far.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};
use workshop::diff::Workspace;
use workshop::exercises::{Course, FOLDER, chapters, markdown, with_solutions};
use workshop::root;
use workshop::variant::Variant;

use crate::output::Output;

/// The folder of the captured outputs.
pub const OUTPUTS: &str = "docs/book/outputs";

/// The folder of the traces: `NAME.txt` has the command, and `NAME.jsonl` what it has recorded.
pub const TRACES: &str = "docs/book/traces";

/// The sources, outputs and exercises of a workspace.
pub struct Material {
    /// The folder of the workspace.
    pub root: PathBuf,
    /// The stages.
    pub stages: Workspace,
    /// The exercises.
    pub course: Course,
    /// The captured outputs, and the commands of the traces, by their files without the ends.
    pub kept: BTreeMap<String, Output>,
    /// The chapters in order. A chapter is named by its file, relative to `docs/book/src`.
    pub chapters: Vec<String>,
    /// The outputs and traces that the chapters have shown so far.
    pub shown: RefCell<BTreeSet<String>>,
    /// The names of the traces of each picture that the chapters have shown so far.
    pub traced: RefCell<BTreeSet<String>>,
    /// The paths of the sources that the chapters have linked so far.
    pub linked: RefCell<BTreeSet<String>>,
    /// What is wrong in the chapters so far.
    pub wrong: RefCell<Vec<String>>,
}

impl Material {
    /// Reads what there is in the workspace `root`, or in the workspace around the current directory.
    ///
    /// # Errors
    /// If there is no workspace, or if a file cannot be read or is not as it should be.
    pub fn open(root: Option<&Path>) -> Result<Material> {
        let course = Course::open(root)?;
        let root = course.root.clone();
        let mut stages = Workspace::open(Some(&root))?;
        stages.change(|path, text| with_solutions(&course, path, text))?;
        let kept = kept(&root)?;
        let chapters = chapters(&root)?.into_iter().map(|(_, chapter)| chapter).collect();
        let (shown, traced, linked, wrong) = Default::default();
        Ok(Material { root, stages, course, kept, chapters, shown, traced, linked, wrong })
    }

    /// Reads a file of the workspace. The name is relative to its root. An exercise that a learner has open or has solved
    /// has the solution in it, because the chapters are about the solution.
    ///
    /// # Errors
    /// If it cannot be read; the message names the file.
    pub fn read(&self, path: &str) -> Result<String> {
        let text = fs::read_to_string(self.root.join(path)).with_context(|| path.to_owned())?;
        Ok(with_solutions(&self.course, path, text)?)
    }

    /// Returns the source of the hole `function`, with the wrong answer in the file `path`.
    ///
    /// # Errors
    /// If there is no such hole, or if the answer does not fit the source.
    pub fn answered(&self, path: &str, function: &str) -> Result<String> {
        let id = path.split('/').nth_back(2).unwrap_or_default();
        let mut holes = self.course.find(id)?.holes.iter();
        let hole = holes.find(|hole| hole.path == function);
        let hole = hole.with_context(|| format!("`{function}` is no hole of {id}"))?;
        Ok(hole.answered(&self.read(&hole.file)?, &Variant::read(&self.root.join(path))?)?)
    }

    /// Returns the output or the trace of this name in one of the two folders, for a chapter that shows it.
    ///
    /// # Errors
    /// If there is none.
    pub fn show(&self, folder: &str, name: &str) -> Result<&Output> {
        let path = format!("{folder}/{name}");
        let output = self.kept.get(&path).with_context(|| format!("there is no {path}.txt"))?;
        self.shown.borrow_mut().insert(path);
        Ok(output)
    }

    /// Returns the place of a chapter in the book. One that is in no book comes last.
    pub fn order(&self, chapter: &str) -> usize {
        self.chapters.iter().position(|its| its == chapter).unwrap_or(usize::MAX)
    }

    /// Checks that the list in the folder of the exercises is in the order of the book, and, once all
    /// chapters have been expanded, that they show every output and trace.
    ///
    /// # Errors
    /// If the list is not, which the message has, or if there is something else.
    pub fn check(&self) -> Result<()> {
        let (path, list) = (format!("{FOLDER}/README.md"), markdown(&self.course));
        let is_same = self.read(&path)?.ends_with(&format!("\n\n{list}"));
        ensure!(is_same, "{path} has to end with what `cargo workshop list --markdown` prints:\n\n{list}");
        let shown = self.shown.borrow();
        let unused: Vec<_> = self.kept.keys().filter(|path| !shown.contains(*path)).collect();
        ensure!(unused.is_empty(), "no chapter shows these: {unused:?}");
        Ok(())
    }
}

/// Reads the captured outputs and the commands of the traces.
fn kept(root: &Path) -> Result<BTreeMap<String, Output>> {
    let mut kept = BTreeMap::new();
    for folder in [OUTPUTS, TRACES] {
        for entry in fs::read_dir(root.join(folder)).with_context(|| folder.to_owned())? {
            let path = entry?.path();
            if let (Some(name), Some("txt")) = (path.file_stem(), path.extension().and_then(OsStr::to_str)) {
                let output =
                    Output::parse(&root::read(&path)?).with_context(|| path.display().to_string())?;
                kept.insert(format!("{folder}/{}", name.display()), output);
            }
        }
    }
    Ok(kept)
}
