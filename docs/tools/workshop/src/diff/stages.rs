//! Where the stages are, and which files they have.

use std::fs;
use std::io;
use std::path::Path;

use walkdir::WalkDir;

use crate::root::{self, read};

/// The folders of the stages.
const STAGES: [&str; 4] = ["stage1-blocking", "stage2-callbacks", "stage3-futures", "stage4-async"];

/// The one file of a stage's tests that is compared.
const CONTRACT: &str = "tests/whole/contract.rs";

/// The stages of a workspace.
pub struct Workspace {
    /// The stages, in order.
    pub stages: Vec<Stage>,
}

/// One stage and its sources.
pub struct Stage {
    /// The number, from 1 on.
    pub number: usize,
    /// The name of the package, such as `stage1-blocking`.
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
        let root = root.map_or_else(root::find, |root| Ok(root.to_path_buf()))?;
        let open = |(name, number)| Stage::open(&root.join(name), number, name);
        Ok(Workspace { stages: STAGES.into_iter().zip(1..).map(open).collect::<io::Result<_>>()? })
    }

    /// Returns the stage that is called `name`: `1`, `stage1` or `stage1-blocking`.
    ///
    /// # Errors
    /// If there is none; the message names those that there are.
    pub fn stage(&self, name: &str) -> Result<&Stage, String> {
        let called = |stage: &&Stage| {
            let number = stage.number.to_string();
            name == number || name.strip_prefix("stage") == Some(&number) || name == stage.name
        };
        self.stages.iter().find(called).ok_or_else(|| {
            let names: Vec<_> = self.stages.iter().map(|stage| stage.name.as_str()).collect();
            format!("no stage is called `{name}`; there are {}", names.join(", "))
        })
    }

    /// Returns each stage with the next one.
    pub fn neighbours(&self) -> impl Iterator<Item = (&Stage, &Stage)> {
        self.stages.windows(2).map(|pair| (&pair[0], &pair[1]))
    }
}

impl Stage {
    /// Reads the stage in a folder.
    fn open(folder: &Path, number: usize, name: &str) -> io::Result<Stage> {
        let mut files = vec![(CONTRACT.to_owned(), read(&folder.join(CONTRACT))?)];
        for entry in WalkDir::new(folder.join("src")) {
            let path = entry?.into_path();
            if path.extension().is_some_and(|extension| extension == "rs") {
                let inner = path.strip_prefix(folder).unwrap_or(&path);
                files.push((inner.to_string_lossy().replace('\\', "/"), read(&path)?));
            }
        }
        files.sort();
        let readme = fs::read_to_string(folder.join("README.md")).unwrap_or_default();
        Ok(Stage { number, name: name.into(), files, readme })
    }

    /// Returns the text of a file, if the stage has it.
    pub fn file(&self, path: &str) -> Option<&str> {
        self.files.iter().find(|(file, _)| file == path).map(|(_, text)| text.as_str())
    }

    /// Returns the place of a file in the README's reading order; files that it does not name come last.
    pub fn reading_order(&self, path: &str) -> usize {
        self.readme.find(path).unwrap_or(usize::MAX)
    }

    /// Returns the name of the crate in Rust, such as `stage1_blocking`.
    pub fn crate_name(&self) -> String {
        self.name.replace('-', "_")
    }
}
