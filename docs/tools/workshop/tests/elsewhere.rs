//! What is shown while cargo and other programs are at work; mostly, a script takes cargo's place. What is compiled anew.
#![cfg(unix)]

mod tools;

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Command, Output};

use tools::course::HOLE;
use tools::{Tree, command, has};

/// Cargo that builds the program it is asked for in its own folder.
const BUILDS: &str = "echo '{\"executable\":\"'${0%/*}/$5'\"}'";

/// The same, and it prints its arguments.
const SHOWS: &str = "echo \"$@\" >&2; echo '{\"executable\":\"'${0%/*}/$5'\"}'";

/// Writes a script, to be run as a program.
fn script(path: &Path, text: &str) {
    fs::write(path, format!("#!/bin/sh\n{text}\n")).unwrap();
    fs::set_permissions(path, fs::Permissions::from_mode(0o755)).unwrap();
}

impl Tree {
    /// Returns the command in this workspace, where cargo does this.
    fn with_cargo(&self, cargo: &str, arguments: &[&str]) -> Command {
        for program in ["race", "numbers", "site"] {
            script(&self.path(program), "echo ${0##*/} \"$@\"");
        }
        script(&self.path("cargo"), cargo);
        let mut command = command(arguments);
        command.env("CARGO", self.path("cargo")).current_dir(self.path("."));
        command
    }
}

/// Runs `cargo workshop site`, where cargo does this.
fn site(test: &str, cargo: &str) -> Output {
    Tree::course(test).with_cargo(cargo, &["site", "--port", "0"]).output().unwrap()
}

fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).unwrap()
}

#[test]
fn after_a_silent_build_without_work_the_command_is_passed_on() {
    let output = site("passed-on", &format!("echo '    Finished `dev` profile' >&2; {BUILDS}"));
    assert_eq!(text(&output.stdout), "site --port 0\n", "{output:?}");
    assert_eq!((text(&output.stderr), output.status.code()), ("", Some(0)));
}

#[test]
fn a_log_says_once_that_something_is_compiled() {
    let lines = "  Downloaded url v2\\n   Compiling url v2\\n   Compiling race v0\\nwarning: unused\\n    Finished in 9 s\\n";
    let output = site("compiles", &format!("printf '{lines}' >&2; {BUILDS}"));
    let lines: Vec<&str> = text(&output.stderr).lines().collect();
    assert!(lines.len() == 2 && lines[0].starts_with("Compiling the command"), "{lines:?}");
    assert_eq!(lines[1], "warning: unused");
}

#[test]
fn a_build_that_fails_is_shown_and_runs_nothing() {
    let output = site("fails", "echo 'error: a hole' >&2; exit 101");
    assert_eq!(text(&output.stderr), "error: a hole\ncargo workshop: the build has failed\n");
    assert_eq!((text(&output.stdout), output.status.code()), ("", Some(1)));
}

#[test]
fn a_program_that_is_missing_is_named() {
    let tree = Tree::course("missing");
    let output = command(&["site"]).env("CARGO", tree.path("cargo")).current_dir(tree.path(".")).output();
    has(text(&output.unwrap().stderr), &["cargo: No such file"]);
}

#[test]
fn what_is_measured_is_built_once_with_optimizations_and_tokio_only_if_it_is_named() {
    let tree = Tree::course("measured");
    let built = |arguments: &[&str]| {
        let output = tree.with_cargo(SHOWS, arguments).output().unwrap();
        assert_eq!(text(&output.stdout), format!("{}\n", arguments.join(" ")), "{output:?}");
        text(&output.stderr).replace('\n', " ")
    };
    let race = built(&["race", "--json"]);
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
    has(&built(&["race", "--only=async,tokio"]), &[" --package work --bin work "]);
    let numbers = built(&["numbers"]);
    assert!(numbers.contains(" --release ") && numbers.matches("--package").count() == 1, "{numbers}");
    for nothing in [&["race", "--from", "a.json"][..], &["race", "-h"], &["numbers", "--help"]] {
        let shows = built(nothing);
        assert!(!shows.contains("--release") && shows.matches("--package").count() == 1, "{shows}");
    }
}

#[test]
fn an_open_hole_is_named_before_anything_is_compiled() {
    let tree = Tree::course("open");
    tree.write("common/src/lib.rs", &tree.lib());
    let readme = tree.read("docs/exercises/add/README.md");
    tree.write("docs/exercises/add/README.md", &readme.replace("hole: sums/", "hole: common/"));
    tree.shown(&["start", "add"]);
    has(&tree.read("common/src/lib.rs"), &[HOLE]);
    for arguments in [&["race"][..], &["race", "--html", "a.html"], &["numbers"]] {
        let output = tree.with_cargo(SHOWS, arguments).output().unwrap();
        let open = "add is open: nothing is written yet at common/src/lib.rs:9  add. ";
        has(text(&output.stderr), &[open, "`cargo workshop solution add --apply`"]);
        assert!(!text(&output.stderr).contains("build") && output.status.code() == Some(1), "{output:?}");
    }
    let library = "common/src/lib.rs";
    tree.write(library, &tree.read(library).replace(HOLE, "a * b"));
    tree.write(".workshop/results/add", "FAILED add::adds\nmistake add::adds\n");
    let output = tree.with_cargo(SHOWS, &["race"]).output().unwrap();
    has(text(&output.stderr), &["the open exercise add failed at its last check"]);
    assert!(output.status.success(), "{output:?}");
    tree.shown(&["reset"]);
    // Neither is what runs no stage, nor what names its stages itself.
    for arguments in
        [&["race", "--help"][..], &["race", "--from=a.json"], &["race", "--only", "async"], &["site"]]
    {
        let output = tree.with_cargo(BUILDS, arguments).output().unwrap();
        assert_eq!(text(&output.stdout), format!("{}\n", arguments.join(" ")), "{output:?}");
    }
}

/// Runs `doctor`, where cargo does this and prints its arguments, with this rustc.
fn doctor(test: &str, cargo: &str, rustc: &str) -> [String; 2] {
    let tree = Tree::course(test);
    let mut command = tree.with_cargo(&format!("echo \"cargo $*\" >&2; {cargo}"), &["doctor"]);
    for (file, text) in
        [("rustc", format!("echo 'rustc {rustc}'; echo host: pdp-11")), ("redis-server", "exit 1".into())]
    {
        script(&tree.path(file), &text);
    }
    let paths = [tree.path("."), "/usr/bin".into(), "/bin".into()];
    let command = command.env("RUSTC", tree.path("rustc")).env("PATH", std::env::join_paths(paths).unwrap());
    let output = command.output().unwrap();
    assert_eq!(output.status.success(), text(&output.stdout).contains("\nAll is well."), "{output:?}");
    [output.stdout, output.stderr].map(|text| String::from_utf8(text).unwrap())
}

#[test]
fn doctor_downloads_what_is_missing_before_it_compiles_without_a_network() {
    let [shown, log] = doctor("fetches", "echo '   Compiling a' >&2", "1.89.0 (stable)");
    let compiles = "cargo test --offline --locked --no-run -p sums\nCompiling the stages and their tests";
    has(&log, &["cargo fetch --locked --target pdp-11\n", compiles]);
    has(&shown, &["\nok    toolchain: rustc 1.89.0 (stable)\n", "\nok    offline build: ", "\nAll is well."]);
    has(&shown, &["\nnote  redis: redis-server is missing: ", "`w-lease`"]);
}

#[test]
fn doctor_says_what_to_do_without_a_network_and_about_an_old_rustc() {
    let cargo = "echo 'error: no network' >&2; exit 101";
    let [shown, log] = doctor("no-network", cargo, "1.88.2 (old)");
    assert_eq!(log, "cargo fetch --locked --target pdp-11\nerror: no network\n");
    has(
        &shown,
        &[
            "\nWRONG offline build: see above. ",
            "Connect",
            "`cargo workshop doctor` again",
            "cargo workshop pack",
        ],
    );
    has(
        &shown,
        &[
            "\nWRONG toolchain: rustc 1.88.2 (old), and the course needs 1.89: `rustup update`",
            "\nNot ready yet.",
        ],
    );
}

#[test]
fn pack_says_which_step_begins() {
    let tree = Tree::course("pack");
    tree.commit();
    let mut command = tree.with_cargo("exit 0", &["pack", "a.tar.gz"]);
    let output = command.output().unwrap();
    let log: Vec<_> = text(&output.stderr).lines().filter_map(|line| line.strip_suffix(" ...")).collect();
    assert_eq!(log.len(), 4, "{output:?}");
    assert!(output.status.success() && tree.path("a.tar.gz").is_file(), "{output:?}");
    tree.shown(&["start", "add", "--commit"]);
    let output = tree.with_cargo("exit 0", &["pack", "b.tar.gz"]).output().unwrap();
    has(text(&output.stderr), &["The last commit has a hole: the exercise add is open"]);
}

#[test]
fn a_workspace_that_has_moved_is_compiled_anew() {
    let tree = Tree::empty("moved");
    let place = include_str!("../../../../common/trace/src/call.rs");
    let asks = place.lines().filter(|line| line.contains("option_env!(")).collect::<String>();
    tree.write("a/.cargo/config.toml", include_str!("../../../../.cargo/config.toml"));
    tree.write("a/Cargo.toml", "[package]\nname = \"place\"\nedition = \"2024\"\n");
    tree.write("a/src/lib.rs", &asks);
    let is_compiled = |folder: &str| {
        let mut cargo = Command::new(env!("CARGO"));
        cargo.arg("check").env_remove("CARGO_TARGET_DIR").env("CRAWLER_ROOT", "another one");
        let output = cargo.current_dir(tree.path(folder)).output().unwrap();
        assert!(output.status.success(), "{output:?}");
        text(&output.stderr).contains("Checking place")
    };
    assert_eq!([is_compiled("a"), is_compiled("a")], [true, false]);
    fs::rename(tree.path("a"), tree.path("b")).unwrap();
    assert_eq!([is_compiled("b"), is_compiled("b")], [true, false]);
}
