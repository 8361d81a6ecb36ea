//! The commands that build and run another package: a script takes cargo's place.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Command, Output};

use crate::tools::course::{HOLE, SOURCE};
use crate::tools::{Tree, command, has};

/// Cargo that builds the program it is asked for in its own folder.
const BUILDS: &str = "echo '{\"executable\":\"'${0%/*}/$5'\"}'";

/// The same, and it prints its arguments.
const SHOWS: &str = "echo \"$@\" >&2; echo '{\"executable\":\"'${0%/*}/$5'\"}'";

/// Writes a script, to be run as a program.
pub fn script(path: &Path, text: &str) {
    fs::write(path, format!("#!/bin/sh\n{text}\n")).unwrap();
    fs::set_permissions(path, fs::Permissions::from_mode(0o755)).unwrap();
}

impl Tree {
    /// Returns the command in this workspace, where cargo does this.
    pub fn with_cargo(&self, cargo: &str, words: &str) -> Command {
        for program in ["race", "site"] {
            script(&self.path(program), "echo ${0##*/} \"$@\"");
        }
        script(&self.path("cargo"), cargo);
        let mut command = command(words);
        command.env("CARGO", self.path("cargo")).current_dir(self.path("."));
        command
    }
}

/// Runs `cargo workshop site`, where cargo does this.
fn site(cargo: &str) -> Output {
    Tree::course().with_cargo(cargo, "site --port 0").output().unwrap()
}

pub fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).unwrap()
}

#[test]
fn after_a_silent_build_without_work_the_command_is_passed_on() {
    let output = site(&format!("echo '    Finished `dev` profile' >&2; {BUILDS}"));
    assert_eq!(text(&output.stdout), "site --port 0\n", "{output:?}");
    assert_eq!((text(&output.stderr), output.status.code()), ("", Some(0)));
}

#[test]
fn a_log_says_once_that_something_is_compiled() {
    let lines = "  Downloaded url v2\\n   Compiling url v2\\n   Compiling race v0\\nwarning: unused\\n    Finished in 9 s\\n";
    let output = site(&format!("printf '{lines}' >&2; {BUILDS}"));
    let lines: Vec<&str> = text(&output.stderr).lines().collect();
    assert!(lines.len() == 2 && lines[0].starts_with("Compiling the command"), "{lines:?}");
    assert_eq!(lines[1], "warning: unused");
}

#[test]
fn a_build_that_fails_is_shown_and_runs_nothing() {
    let output = site("echo 'error: a hole' >&2; exit 101");
    assert_eq!(text(&output.stderr), "error: a hole\ncargo workshop: the build has failed\n");
    assert_eq!((text(&output.stdout), output.status.code()), ("", Some(1)));
}

#[test]
fn a_program_that_is_missing_is_named() {
    let tree = Tree::course();
    let output = command("site").env("CARGO", tree.path("cargo")).current_dir(tree.path(".")).output();
    has(text(&output.unwrap().stderr), &["cargo: No such file"]);
}

#[test]
fn what_is_measured_is_built_once_with_optimizations_and_tokio_only_if_it_is_named() {
    let tree = Tree::course();
    let built = |words: &str| {
        let output = tree.with_cargo(SHOWS, words).output().unwrap();
        assert_eq!(text(&output.stdout), format!("{words}\n"), "{output:?}");
        text(&output.stderr).replace('\n', " ")
    };
    let race = built("race --json");
    assert_eq!(race.matches("--package").count(), 5, "{race}");
    has(
        &race,
        &[
            "build ",
            " --release ",
            " --package race --bin race ",
            " --package stage4-async --bin stage4-async ",
        ],
    );
    has(&built("race --only=async,tokio"), &[" --package work --bin work "]);
    for nothing in ["race --from a.json", "race -h", "site --help"] {
        let shows = built(nothing);
        assert!(!shows.contains("--release") && shows.matches("--package").count() == 1, "{shows}");
    }
}

#[test]
fn an_open_hole_is_named_before_anything_is_compiled() {
    let tree = Tree::course();
    let library = "common/src/lib.rs";
    tree.write(library, &tree.lib());
    tree.replace("docs/exercises/add/README.md", SOURCE, library);
    tree.shown("start add");
    has(&tree.read(library), &[HOLE]);
    for words in ["race", "race --html a.html"] {
        let output = tree.with_cargo(SHOWS, words).output().unwrap();
        let open = "add is open: nothing is written yet at common/src/lib.rs:9  add. ";
        has(text(&output.stderr), &[open, "`cargo workshop solution add --apply`"]);
        assert!(!text(&output.stderr).contains("build") && output.status.code() == Some(1), "{output:?}");
    }
    tree.replace(library, HOLE, "a * b");
    tree.write(".workshop/results/add", "FAILED add::adds\nmistake add::adds\n");
    let output = tree.with_cargo(SHOWS, "race").output().unwrap();
    has(text(&output.stderr), &["the open exercise add failed at its last check"]);
    assert!(output.status.success(), "{output:?}");
    tree.shown("reset");
    // Neither is what runs no stage, nor what names its stages itself.
    for words in ["race --help", "race --from=a.json", "race --only async", "site"] {
        let output = tree.with_cargo(BUILDS, words).output().unwrap();
        assert_eq!(text(&output.stdout), format!("{words}\n"), "{output:?}");
    }
}
