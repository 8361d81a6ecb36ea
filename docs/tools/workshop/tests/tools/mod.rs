//! Made-up workspaces, and the command in them.

#![allow(dead_code, reason = "each test file uses its part")]

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
    /// Makes an empty folder for one test. It is in no repository.
    pub fn empty(test: &str) -> Tree {
        Tree { root: tempfile::Builder::new().prefix(test).tempdir().unwrap() }
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

    /// Returns the command in this workspace, to be run.
    pub fn command(&self, arguments: &[&str]) -> Command {
        let mut command = command(arguments);
        command.arg("--root").arg(self.root.path());
        command
    }

    /// Runs the command.
    #[track_caller]
    pub fn run(&self, arguments: &[&str]) -> Output {
        self.command(arguments).output().unwrap()
    }

    /// Runs the command, which must succeed, and returns what it prints.
    #[track_caller]
    pub fn shown(&self, arguments: &[&str]) -> String {
        let output = self.run(arguments);
        let [stdout, stderr] = [output.stdout, output.stderr].map(|text| String::from_utf8(text).unwrap());
        assert!(output.status.success(), "{stdout}{stderr}");
        stdout
    }

    /// Runs the command, which must fail, and returns what it prints.
    #[track_caller]
    pub fn fails(&self, arguments: &[&str]) -> String {
        let output = self.run(arguments);
        assert_eq!(output.status.code(), Some(1));
        [output.stdout, output.stderr].map(|text| String::from_utf8(text).unwrap()).concat()
    }
}

/// Returns `cargo workshop`, without the settings of the test's own terminal.
pub fn command(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_workshop"));
    for name in ["COLUMNS", "NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE", "PAGER", "CARGO_TARGET_DIR"] {
        command.env_remove(name);
    }
    command.args(arguments).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
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
