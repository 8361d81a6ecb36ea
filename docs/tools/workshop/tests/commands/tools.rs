//! Made-up workspaces, and the command in them.

pub mod course;
pub mod stages;

use std::fs;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

use tempfile::TempDir;

/// A workspace in a folder of its own.
pub struct Tree {
    root: TempDir,
}

impl Tree {
    /// Makes an empty folder, which is in no repository.
    pub fn empty() -> Tree {
        Tree { root: tempfile::tempdir().unwrap() }
    }

    pub fn path(&self, file: &str) -> PathBuf {
        self.root.path().join(file)
    }

    pub fn write(&self, file: &str, text: &str) {
        let path = self.path(file);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    pub fn read(&self, file: &str) -> String {
        fs::read_to_string(self.path(file)).unwrap()
    }

    /// Replaces a text in a file, which must have it.
    #[track_caller]
    pub fn replace(&self, file: &str, old: &str, new: &str) {
        let text = self.read(file);
        assert!(text.contains(old), "there is no `{old}` in {text}");
        self.write(file, &text.replace(old, new));
    }

    /// Returns a command in this workspace, to be run. Its words are separated by spaces.
    pub fn command(&self, words: &str) -> Command {
        let mut command = command(words);
        command.arg("--root").arg(self.root.path());
        command
    }

    /// Runs a command.
    #[track_caller]
    pub fn run(&self, words: &str) -> Output {
        self.command(words).output().unwrap()
    }

    /// Runs a command, which must succeed, and returns what it prints.
    #[track_caller]
    pub fn shown(&self, words: &str) -> String {
        let output = self.run(words);
        assert!(output.status.success(), "{output:?}");
        stdout(output)
    }

    /// Runs a command, which must fail, and returns what it prints.
    #[track_caller]
    pub fn fails(&self, words: &str) -> String {
        let output = self.run(words);
        assert_eq!(output.status.code(), Some(1), "{output:?}");
        [output.stdout, output.stderr].map(|text| String::from_utf8(text).unwrap()).concat()
    }
}

/// Returns `cargo workshop`, without the settings of the test's own terminal.
pub fn command(words: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_workshop"));
    for name in ["COLUMNS", "NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE", "CARGO_TARGET_DIR"] {
        command.env_remove(name);
    }
    command.args(words.split_whitespace());
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// Returns what a command has printed on stdout.
pub fn stdout(output: Output) -> String {
    String::from_utf8(output.stdout).unwrap()
}

/// Asserts that `text` has all of `parts`.
#[track_caller]
pub fn has(text: &str, parts: &[&str]) {
    let missing: Vec<_> = parts.iter().filter(|part| !text.contains(**part)).collect();
    assert!(missing.is_empty(), "{missing:?} is not in:\n{text}");
}

/// Asserts that `text` does not have `part`.
#[track_caller]
pub fn has_no(text: &str, part: &str) {
    assert!(!text.contains(part), "`{part}` is in:\n{text}");
}
