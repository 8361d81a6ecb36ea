//! Runs a stage's examples as their reader does.

use std::env::{self, consts::EXE_SUFFIX};
use std::fs;
use std::io::Read;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::sync::mpsc;
use std::thread;

use super::watchdog::receive;

/// Runs an example of the package under test, and returns the lines that it prints.
///
/// # Panics
/// If the example fails, hangs, or prints lines that a terminal breaks (HTML may).
pub fn run_example(name: &str) -> Vec<String> {
    let mut child = Command::new(executable(name)).stdout(Stdio::piped()).spawn().expect("it can be run");
    let mut stdout = child.stdout.take().expect("it is piped");
    let (sender, receiver) = mpsc::channel();
    thread::spawn(move || {
        let mut text = String::new();
        let read = stdout.read_to_string(&mut text);
        let _ = sender.send(read.map(|_| text));
    });
    let Some(text) = receive(&receiver) else {
        child.kill().expect("it still runs");
        panic!("example {name} hangs");
    };
    let status = child.wait().expect("it has ended");
    let text = text.expect("it prints UTF-8");
    assert!(status.success(), "example {name}: {status}\n{text}");
    let lines: Vec<_> = text.lines().map(str::to_owned).collect();
    let fits = |line: &String| line.chars().count() <= 80 || line.trim_start().starts_with('<');
    assert!(lines.iter().all(fits), "a line is longer than 80 characters:\n{text}");
    lines
}

/// Cargo builds the examples of a package with its tests, unless it is told to build one test alone.
fn executable(name: &str) -> PathBuf {
    let test = env::current_exe().expect("a test has a path");
    let profile = test.parent().and_then(|deps| deps.parent()).expect("a test is in PROFILE/deps");
    let executable = profile.join("examples").join(format!("{name}{EXE_SUFFIX}"));
    assert!(
        executable.exists(),
        "no {executable:?}: run `cargo test -p {}`, which builds examples",
        package()
    );
    executable
}

/// Makes the tests that the examples of every stage have in common. Use it in `tests/whole/examples.rs`.
#[macro_export]
macro_rules! examples {
    () => {
        #[test]
        fn every_example_opens_with_its_command_and_is_tested_here() {
            $crate::check_examples(include_str!("examples.rs"));
        }

        #[test]
        fn one_page_prints_the_front_page() {
            $crate::check_one_page();
        }
    };
}

/// Checks what the stage's `one_page` prints.
///
/// # Panics
/// If it is not the front page of the practice site.
pub fn check_one_page() {
    let package = package();
    let (_, waits_by) = package.split_once('-').expect("a stage is called stageN-something");
    let lines = run_example(&format!("one_page_{waits_by}"));
    assert_eq!(lines[0], "HTTP/1.0 200 OK");
    assert!(lines.iter().any(|line| line.contains("a comic strip about waiting")), "{lines:#?}");
}

/// Checks that every example of the package under test opens with the command that runs it, and is run in `tests`.
///
/// # Panics
/// If an example does not, or is not.
pub fn check_examples(tests: &str) {
    let folder = env::var("CARGO_MANIFEST_DIR").expect("cargo runs the tests") + "/examples";
    for entry in fs::read_dir(folder).expect("a folder of examples") {
        let path = entry.expect("an entry").path();
        if path.extension().is_none_or(|extension| extension != "rs") {
            continue;
        }
        let name = path.file_stem().and_then(|name| name.to_str()).expect("a name");
        let source = fs::read_to_string(&path).expect("an example is a file");
        let command = format!("//!     cargo run -p {} --example {name}", package());
        assert!(source.starts_with(&command), "{path:?} does not begin with `{command}`");
        let is_tested = name == "one_page" || tests.contains(&format!("run_example({name:?})"));
        assert!(is_tested, "{path:?} is not tested");
    }
}

/// Returns the name of the package under test.
fn package() -> String {
    env::var("CARGO_PKG_NAME").expect("cargo runs the tests")
}
