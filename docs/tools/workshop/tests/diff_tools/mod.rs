//! Made-up workspaces to compare stages in.

#![allow(dead_code, reason = "each test file uses its part")]

use std::fs;
use std::path::PathBuf;
use std::process::{Command, Output};

use tempfile::TempDir;

/// The stages of the course.
pub const STAGES: [&str; 4] = ["stage1-blocking", "stage2-callbacks", "stage3-futures", "stage4-async"];

/// A workspace with four stages that differ in nothing but their names.
pub struct Tree {
    root: TempDir,
}

impl Tree {
    /// Makes a workspace for one test.
    pub fn new(test: &str) -> Tree {
        let tree = Tree { root: tempfile::Builder::new().prefix(test).tempdir().unwrap() };
        for stage in STAGES {
            let name = stage.replace('-', "_");
            tree.write(stage, "src/main.rs", &format!("fn main() {{\n    {name}::crawl()\n}}\n"));
            tree.write(stage, "src/crawl.rs", "pub fn crawl() {}\n\nfn put() {}\n\nfn work() {}\n");
            tree.write(stage, "src/fetch.rs", "pub fn fetch() {}\n\nfn connect() {}\n\nfn send() {}\n");
            tree.write(stage, "tests/whole/contract.rs", &format!("contract::contract!({name}::crawl);\n"));
        }
        tree
    }

    pub fn write(&self, stage: &str, path: &str, text: &str) {
        let path = self.path(stage).join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.root.path().join(name)
    }

    /// Runs the command in this workspace.
    pub fn diff(&self, args: &[&str]) -> Output {
        command(args).arg("--root").arg(self.root.path()).output().unwrap()
    }

    /// Returns what the command prints, which must succeed.
    pub fn shown(&self, args: &[&str]) -> String {
        self.wide(80, args)
    }

    /// Returns what the command prints in a terminal of so many columns.
    pub fn wide(&self, columns: usize, args: &[&str]) -> String {
        let mut command = command(args);
        let output =
            command.arg("--root").arg(self.root.path()).env("COLUMNS", columns.to_string()).output().unwrap();
        assert!(output.status.success(), "{}", stderr(&output));
        stdout(&output)
    }

    /// Returns the page that the command makes, which must say where it is.
    pub fn page(&self, args: &[&str]) -> String {
        let path = self.path("page.html");
        let path = path.to_str().unwrap();
        assert!(self.shown(&[args, &["--html", path]].concat()).contains(path));
        fs::read_to_string(path).unwrap()
    }
}

/// Returns `cargo workshop diff`, without the settings of the test's own terminal.
pub fn command(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_workshop"));
    command.arg("diff").args(args);
    for name in ["COLUMNS", "NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE", "PAGER"] {
        command.env_remove(name);
    }
    command
}

pub fn stdout(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

pub fn stderr(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}
