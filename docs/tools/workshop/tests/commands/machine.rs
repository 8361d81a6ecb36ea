//! `doctor` and `pack`, where a script takes cargo's place; a workspace that has moved is compiled anew.

use std::fs;
use std::process::Command;

use super::building::{script, text};
use crate::tools::{Tree, has};

/// Runs `doctor`, where cargo does this and prints its arguments, with this rustc.
fn doctor(cargo: &str, rustc: &str) -> [String; 2] {
    let tree = Tree::course();
    let mut command = tree.with_cargo(&format!("echo \"cargo $*\" >&2; {cargo}"), "doctor");
    script(&tree.path("rustc"), &format!("echo 'rustc {rustc}'; echo host: pdp-11"));
    script(&tree.path("redis-server"), "exit 1");
    let paths = [tree.path("."), "/usr/bin".into(), "/bin".into()];
    let command = command.env("RUSTC", tree.path("rustc")).env("PATH", std::env::join_paths(paths).unwrap());
    let output = command.output().unwrap();
    assert_eq!(output.status.success(), text(&output.stdout).contains("\nAll is well."), "{output:?}");
    [output.stdout, output.stderr].map(|text| String::from_utf8(text).unwrap())
}

#[test]
fn doctor_downloads_what_is_missing_before_it_compiles_without_a_network() {
    let [shown, log] = doctor("echo '   Compiling a' >&2", "1.89.0 (stable)");
    let compiles = "cargo test --offline --locked --no-run -p sums\nCompiling the stages and their tests";
    has(&log, &["cargo fetch --locked --target pdp-11\n", compiles]);
    has(&shown, &["\nok    toolchain: rustc 1.89.0 (stable)\n", "\nok    offline build: ", "\nAll is well."]);
    has(&shown, &["\nnote  redis: redis-server is missing: ", "`w-lease`"]);
}

#[test]
fn doctor_says_what_to_do_without_a_network() {
    let cargo = "echo 'error: no network' >&2; exit 101";
    let [shown, log] = doctor(cargo, "1.89.0 (stable)");
    assert_eq!(log, "cargo fetch --locked --target pdp-11\nerror: no network\n");
    has(
        &shown,
        &[
            "\nWRONG offline build: see above. Connect",
            "`cargo workshop doctor` again",
            "`cargo workshop pack`",
        ],
    );
}

#[test]
fn pack_says_which_step_begins() {
    let tree = Tree::course();
    tree.commit();
    let output = tree.with_cargo("exit 0", "pack a.tar.gz").output().unwrap();
    let log: Vec<_> = text(&output.stderr).lines().filter_map(|line| line.strip_suffix(" ...")).collect();
    assert_eq!(log.len(), 4, "{output:?}");
    assert!(output.status.success() && tree.path("a.tar.gz").is_file(), "{output:?}");
    tree.shown("start add");
    tree.commit();
    let output = tree.with_cargo("exit 0", "pack b.tar.gz").output().unwrap();
    has(text(&output.stderr), &["The last commit has a hole: the exercise add is open"]);
}

#[test]
fn a_workspace_that_has_moved_is_compiled_anew() {
    let tree = Tree::empty();
    let place = include_str!("../../../../../common/trace/src/call.rs");
    let asks = place.lines().filter(|line| line.contains("option_env!(")).collect::<String>();
    tree.write("a/.cargo/config.toml", include_str!("../../../../../.cargo/config.toml"));
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
