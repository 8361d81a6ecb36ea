//! The commands that build and run other programs, where a script takes cargo's place.

use std::env::{self, join_paths};
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Command, Output};

use crate::tools::course::SOURCE;
use crate::tools::{Tree, command, has, has_no, stdout};

/// Cargo that prints its arguments, and builds the program it is asked for in its own folder.
const BUILDS: &str =
    "echo \"$@\" >&2; echo '{\"target\":{\"name\":\"'$7'\"},\"executable\":\"'${0%/*}/$7'\"}'";

/// Writes a script, to be run as a program.
fn script(path: &Path, text: &str) {
    fs::write(path, format!("#!/bin/sh\n{text}\n")).unwrap();
    fs::set_permissions(path, fs::Permissions::from_mode(0o755)).unwrap();
}

impl Tree {
    /// Returns the command in this workspace, where cargo does this.
    fn with_cargo(&self, cargo: &str, words: &str) -> Command {
        for program in ["numbers", "race", "site"] {
            script(&self.path(program), "echo ${0##*/} \"$@\"");
        }
        script(&self.path("cargo"), cargo);
        let mut command = command(words);
        command.env("CARGO", self.path("cargo")).current_dir(self.path("."));
        command
    }

    /// Returns the arguments of the cargo that builds the program, which then runs with `words`.
    #[track_caller]
    fn built(&self, words: &str) -> String {
        let output = self.with_cargo(BUILDS, words).output().unwrap();
        let built = log(&output);
        assert_eq!(stdout(output), format!("{words}\n"), "{built}");
        built.replace('\n', " ")
    }
}

/// Returns what a command has printed on stderr.
fn log(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

#[test]
fn a_build_that_fails_is_shown_and_runs_nothing() {
    let tree = Tree::course();
    let output = tree.with_cargo("echo 'error: a hole' >&2; exit 101", "site --port 0").output().unwrap();
    assert_eq!(log(&output), "error: a hole\ncargo workshop: the build has failed\n");
    assert_eq!((output.stdout.len(), output.status.code()), (0, Some(1)));
    fs::remove_file(tree.path("cargo")).unwrap();
    let output =
        command("site").env("CARGO", tree.path("cargo")).current_dir(tree.path(".")).output().unwrap();
    has(&log(&output), &["cargo: No such file"]);
}

#[test]
fn what_is_measured_is_built_once_with_optimizations_and_tokio_only_if_it_is_named() {
    let tree = Tree::course();
    let race = tree.built("race --json");
    assert_eq!(race.matches("--package").count(), 5, "{race}");
    has(&race, &["build ", " --release ", " --package race --bin race ", " --bin stage4-async "]);
    has(&tree.built("race --only=async,tokio"), &[" --package work --bin work "]);
    for nothing in ["race --from a.json", "race -h", "numbers", "site --port 0"] {
        let shows = tree.built(nothing);
        assert!(!shows.contains("--release") && shows.matches("--package").count() == 1, "{shows}");
    }
}

#[test]
fn a_race_that_cannot_be_is_refused_before_the_stages_are_compiled() {
    let tree = Tree::course();
    let rows: [(&str, &[&str]); 6] = [
        ("race docs docs", &["docs: there is no index.html"]),
        ("race --only foo", &["invalid value 'foo'", "one-by-one, processes, threads"]),
        ("race --only=asnyc,threads", &["a similar value exists: 'async'"]),
        ("race c10", &["invalid value 'c10'", "c10k"]),
        ("race --rounds 0", &["--rounds"]),
        ("race growth .", &["only the course `docs` is of a directory"]),
    ];
    for (words, says) in rows {
        let output = tree.with_cargo(BUILDS, words).output().unwrap();
        has(&log(&output), says);
        has_no(&log(&output), "--package");
        assert_eq!(output.status.code(), Some(2));
    }
}

#[test]
fn an_open_exercise_is_named_before_the_stages_are_compiled() {
    let tree = Tree::course();
    let library = "common/src/lib.rs";
    tree.write(library, &tree.lib());
    tree.replace("docs/exercises/add/README.md", "docs/sums/src/lib.rs", library);
    tree.shown("start add");
    for words in ["race", "race --svg a.svg"] {
        let output = tree.with_cargo(BUILDS, words).output().unwrap();
        has(&log(&output), &["the exercise add is not solved", "`cargo workshop solution add --apply`"]);
        has_no(&log(&output), "build");
        assert_eq!(output.status.code(), Some(1));
    }
    // Neither is what runs no stage, nor what names its stages itself.
    for words in ["race --help", "race --from=a.json", "race --only async", "site"] {
        tree.built(words);
    }
    tree.shown("solution --apply");
    tree.built("race");
}

#[test]
fn what_an_editor_saves_meanwhile_is_not_overwritten() {
    let tree = Tree::answered("a * b");
    let source = tree.path(SOURCE).display().to_string();
    let saves = format!("case \"$*\" in *fast-import*) printf mine >'{source}';; esac\n");
    fs::create_dir(tree.path("bin")).unwrap();
    script(&tree.path("bin/git"), &(saves + "PATH=${PATH#*:} exec git \"$@\""));
    let path = format!("{}:{}", tree.path("bin").display(), env::var("PATH").unwrap());
    let output = tree.command("reset").env("PATH", path).output().unwrap();
    has(&log(&output), &["docs/sums/src/lib.rs was changed meanwhile"]);
    assert_eq!(tree.lib(), "mine");
}

/// Packs the course into an archive of this name. Returns what is said of that.
fn pack(tree: &Tree, name: &str) -> String {
    let output = tree.with_cargo("echo '[source]'", &format!("pack {name}.tar.gz")).output().unwrap();
    assert_eq!(output.status.success(), tree.path(&format!("{name}.tar.gz")).exists());
    log(&output)
}

#[test]
fn a_change_that_is_not_committed_is_not_in_the_archive_and_is_named() {
    let tree = Tree::course();
    tree.with_cargo("echo '[source]'", "");
    tree.commit();
    has_no(&pack(&tree, "clean"), "not committed");
    tree.shown("start add");
    has(&pack(&tree, "changed"), &["are not committed, and so not in it:\n M docs/sums/src/lib.rs\n"]);
    assert!(tree.path("clean.tar.gz").exists() && tree.path("changed.tar.gz").exists());
}

#[test]
fn a_commit_with_a_hole_is_not_packed() {
    let tree = Tree::course();
    tree.shown("start add");
    tree.commit();
    has(&pack(&tree, "cut"), &["in the last commit, add is cut; learners need the solution"]);
    assert!(!tree.path("cut.tar.gz").exists());
}

#[test]
fn doctor_downloads_what_is_missing_and_compiles_without_a_network_or_says_what_to_do() {
    let no_network =
        ["\nWRONG offline build: see above. Connect", "`cargo workshop doctor` again", "workshop pack`"];
    let well = ["\nok    toolchain: rustc 1.89.0\n", "\nok    offline build: ", "\nAll is well."];
    let compiles = "cargo test --offline --locked --no-run -p sums --quiet";
    for (cargo, found, compiled) in
        [("", well, compiles), ("echo 'error: no network' >&2; exit 101", no_network, "")]
    {
        let tree = Tree::course();
        let mut command = tree.with_cargo(&format!("echo \"cargo $*\" >&2; {cargo}"), "doctor");
        script(&tree.path("rustc"), "echo 'rustc 1.89.0'; echo host: pdp-11");
        script(&tree.path("redis-server"), "exit 1");
        let path = join_paths([tree.path("."), "/usr/bin".into(), "/bin".into()]).unwrap();
        let output = command.env("RUSTC", tree.path("rustc")).env("PATH", path).output().unwrap();
        has(&log(&output), &["cargo fetch --locked --target pdp-11\n", compiled]);
        assert_eq!(log(&output).contains(compiles), output.status.success());
        let shown = stdout(output);
        has(&shown, &found);
        has(&shown, &["\nok    redis: redis-server is missing; only `w-lease`"]);
    }
}

#[test]
fn an_archive_names_no_version_for_rustup_and_pack_says_which_it_needs() {
    let tree = Tree::course();
    tree.write("rust-toolchain.toml", "[toolchain]\nchannel = \"1.95.0\"\n");
    tree.write(".cargo/config.toml", "[alias]\n");
    let mut pack = tree.with_cargo("", "pack target/course.tar.gz");
    tree.commit();
    fs::create_dir(tree.path("target")).unwrap();
    let output = pack.output().unwrap();
    assert!(output.status.success(), "{output:?}");
    has(&stdout(output), &["needs Rust 1.89 or newer, and is tested with Rust 1.95.0"]);
    let files = Command::new("tar").arg("-tzf").arg(tree.path("target/course.tar.gz")).output().unwrap();
    let files = stdout(files);
    has(&files, &["crawler/Cargo.toml\n"]);
    has_no(&files, "rust-toolchain");
}
