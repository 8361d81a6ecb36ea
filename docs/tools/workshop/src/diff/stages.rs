//! Where the stages are, which files they have, and what one of them imports from another.

use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::mem;
use std::path::Path;

use walkdir::WalkDir;

use crate::elsewhere::STAGES;
use crate::outline::{Item, Kind, outline};
use crate::root::{self, read};

/// The folder of the crawl on tokio.
const WORK: &str = "docs/work";

/// The one file of the tests that is compared.
const CONTRACT: &str = "tests/whole/contract.rs";

/// The stages of a workspace.
pub struct Workspace {
    /// The stages, in order.
    pub stages: Vec<Stage>,
    /// The crawl on tokio. It is compared with a stage only if it is named.
    work: Stage,
}

/// One stage and its sources.
pub struct Stage {
    /// The number, from 1 on, or `work`.
    pub short: &'static str,
    /// The folder, such as `stage1-blocking` or `docs/work`.
    pub folder: &'static str,
    /// The name of the package: that of the folder, without the path to it.
    pub name: String,
    /// The sources, by path: the path, with `/`, and the text.
    pub files: Vec<(String, String)>,
    /// The text of the README; empty if there is none.
    pub readme: String,
}

impl Workspace {
    /// Reads the stages in `root`, or in the workspace that this command belongs to.
    ///
    /// # Errors
    /// If there is no workspace, or if a file cannot be read.
    pub fn open(root: Option<&Path>) -> io::Result<Workspace> {
        let root = root::find(root)?;
        let stages = STAGES.into_iter().map(|stage| Stage::open(&root, stage)).collect::<io::Result<_>>()?;
        Ok(Workspace { stages, work: Stage::open(&root, WORK)? })
    }

    /// Replaces the text of each source. `change` takes its path from the root, and the text.
    ///
    /// # Errors
    /// If `change` fails.
    pub fn change(&mut self, change: impl Fn(&str, String) -> io::Result<String>) -> io::Result<()> {
        for stage in self.stages.iter_mut().chain([&mut self.work]) {
            for (path, text) in &mut stage.files {
                *text = change(&format!("{}/{path}", stage.folder), mem::take(text))?;
            }
        }
        Ok(())
    }

    /// Returns the stage that is called `name`: `1`, `stage1` or `stage1-blocking`; or `work`.
    ///
    /// # Errors
    /// If there is none; the message names those that there are.
    pub fn stage(&self, name: &str) -> Result<&Stage, String> {
        let all = || self.stages.iter().chain([&self.work]);
        let short = name.strip_prefix("stage").unwrap_or(name);
        all().find(|stage| stage.name == name || stage.short == short).ok_or_else(|| {
            let names: Vec<_> = all().map(|stage| stage.name.as_str()).collect();
            format!("no stage is called `{name}`; there are {}", names.join(", "))
        })
    }

    /// Returns each stage with the next one.
    pub fn neighbours(&self) -> impl Iterator<Item = (&Stage, &Stage)> {
        self.stages.windows(2).map(|pair| (&pair[0], &pair[1]))
    }
}

impl Stage {
    /// Reads the stage in this folder.
    fn open(root: &Path, folder: &'static str) -> io::Result<Stage> {
        let path = root.join(folder);
        let mut files = vec![(CONTRACT.to_owned(), read(&path.join(CONTRACT))?)];
        for entry in WalkDir::new(path.join("src")) {
            let source = entry?.into_path();
            if source.extension().is_some_and(|extension| extension == "rs") {
                let inner = source.strip_prefix(&path).unwrap_or(&source);
                files.push((inner.to_string_lossy().replace('\\', "/"), read(&source)?));
            }
        }
        files.sort();
        let readme = fs::read_to_string(path.join("README.md")).unwrap_or_default();
        let name = folder.rsplit('/').next().unwrap_or(folder);
        let short = name.strip_prefix("stage").map_or(name, |rest| &rest[..1]);
        Ok(Stage { short, folder, name: name.to_owned(), files, readme })
    }

    /// Returns the text of a file, if the stage has it.
    pub fn file(&self, path: &str) -> Option<&str> {
        self.files.iter().find(|(file, _)| file == path).map(|(_, text)| text.as_str())
    }

    /// Returns the name of the crate in Rust, such as `stage1_blocking`.
    pub fn crate_name(&self) -> String {
        self.name.replace('-', "_")
    }
}

/// Returns the files of `old` that `new` imports, directly or round about, and those that add to their types.
pub fn kept<'a>(old: &'a Stage, new: &Stage) -> BTreeSet<&'a str> {
    let mut kept = BTreeSet::new();
    let mut wanted: Vec<_> =
        new.files.iter().flat_map(|(_, text)| imported(old, text, &old.crate_name())).collect();
    while let Some((path, text)) = wanted.pop() {
        if kept.insert(path.as_str()) {
            wanted.extend(imported(old, text, "crate"));
            wanted.extend(old.files.iter().filter(|(_, other)| adds_to(other, text)));
        }
    }
    kept
}

/// Returns the files whose names stand in a text as `<root>::NAME::`.
fn imported<'a>(stage: &'a Stage, text: &str, root: &str) -> Vec<&'a (String, String)> {
    let is_imported = |path: &str| {
        let module = path.strip_prefix("src/").and_then(|path| path.strip_suffix(".rs"));
        module.is_some_and(|module| text.contains(&format!("{root}::{module}::")))
    };
    stage.files.iter().filter(|(path, _)| is_imported(path)).collect()
}

/// Tells whether a file has an `impl` of its own for a type that is declared in the other one.
fn adds_to(text: &str, other: &str) -> bool {
    let items = outline(text);
    let is_type =
        |items: &[Item<'_>], name| items.iter().any(|item| item.kind == Kind::Type && item.name == name);
    let others = outline(other);
    let mut owners = items.iter().filter_map(|item| item.owner.filter(|(of, _)| of.is_none()));
    owners.any(|(_, owner)| is_type(&others, owner) && !is_type(&items, owner))
}
