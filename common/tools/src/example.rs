//! Runs a stage's examples as their reader does.

use std::env::{self, consts::EXE_SUFFIX};
use std::process::Command;

use crate::watchdog::watched;

/// Makes the test of the example that stages have in common, as a module `examples`. Use it in `tests/whole`.
#[macro_export]
macro_rules! examples {
    () => {
        mod examples {
            #[test]
            fn one_page_prints_the_front_page() {
                $crate::example::check_one_page();
            }
        }
    };
}

/// Checks that the stage's `one_page` prints the front page of the practice site.
pub fn check_one_page() {
    let package = package();
    let (_, waits_by) = package.split_once('-').expect("a stage is called stageN-something");
    let lines = run_example(&format!("one_page_{waits_by}"));
    assert_eq!(lines[0], "HTTP/1.0 200 OK");
    assert!(lines.iter().any(|line| line.contains("a comic strip about waiting")), "{lines:#?}");
}

/// Runs an example of the package under test, and returns the lines that it prints. Except for lines of HTML, each must fit
/// on a terminal.
#[track_caller]
pub fn run_example(name: &str) -> Vec<String> {
    // Cargo builds the examples of a package with its tests, unless it is told to build one test alone.
    let test = env::current_exe().expect("a test has a path");
    let profile = test.parent().and_then(|deps| deps.parent()).expect("a test is in PROFILE/deps");
    let example = profile.join("examples").join(format!("{name}{EXE_SUFFIX}"));
    assert!(example.exists(), "no {example:?}: run `cargo test -p {}`, which builds examples", package());
    let output = watched(move || Command::new(example).output().expect("it can be run"));
    let text = String::from_utf8(output.stdout).expect("it prints UTF-8");
    assert!(output.status.success(), "{name}: {}\n{text}", output.status);
    let fits = |line: &str| line.chars().count() <= 80 || line.trim_start().starts_with('<');
    assert!(text.lines().all(fits), "a line is longer than 80 characters:\n{text}");
    text.lines().map(str::to_owned).collect()
}

/// Returns the name of the package under test.
fn package() -> String {
    env::var("CARGO_PKG_NAME").expect("cargo runs the tests")
}
