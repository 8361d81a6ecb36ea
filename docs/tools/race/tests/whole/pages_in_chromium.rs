//! The pages of a race and of a diff in a browser: light and dark, narrow and wide, with a keyboard.
//!
//! Run it with `cargo test -p race pages_in_chromium -- --ignored`. The variable `CHROMIUM` may name another
//! browser.

use std::path::Path;
use std::process::Command;

use test_tools::browser::{LOOK, look};

/// Looks at the page that a program of this workspace makes.
fn check(command: &mut Command, name: &str) {
    let page = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("browser-{name}"));
    let output = command.arg("--html").arg(&page).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    look(&page.with_extension("frame.html"), &[page], LOOK);
}

#[test]
#[ignore = "needs Chromium"]
fn a_race_of_many_legs_is_legible() {
    let race = concat!(env!("CARGO_MANIFEST_DIR"), "/../../book/src/pictures/ten-thousand.json");
    check(Command::new(env!("CARGO_BIN_EXE_race")).args(["--from", race]), "race.html");
}

#[test]
#[ignore = "needs Chromium"]
fn the_stages_side_by_side_are_legible() {
    let mut command = Command::new(env!("CARGO"));
    check(command.args(["run", "--quiet", "--package", "workshop", "--", "diff"]), "diff.html");
}
