//! The pages of `cargo workshop` in a browser: light and dark, narrow and wide, with a keyboard.
//!
//! Run it with `cargo test -p race --test pages_in_chromium -- --ignored`. The variable `CHROMIUM` may name another browser.

mod scenes;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use race::trace::page;
use scenes::{FILE, callbacks, run, tasks, threads};

/// The script that looks at colours, the keyboard, and what a page is made of.
const LOOK: &str = include_str!("browser/look.js");

/// The script that steps through the page of a trace.
const STEP: &str = include_str!("browser/step.js");

/// Runs a program of this workspace, which makes the page.
fn make(command: &mut Command, name: &str) -> PathBuf {
    let page = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("browser-{name}"));
    let output = command.arg("--html").arg(&page).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    page
}

/// Looks at the page with `script`, too.
fn look(page: PathBuf, script: &str) {
    test_tools::browser::look(&page.with_extension("frame.html"), &[page], script);
}

#[test]
#[ignore = "needs Chromium"]
fn a_race_of_many_legs_is_legible() {
    let race = concat!(env!("CARGO_MANIFEST_DIR"), "/../../book/src/pictures/ten-thousand.json");
    let mut command = Command::new(env!("CARGO_BIN_EXE_race"));
    let fits = r#"for (const { scrollWidth, clientWidth } of document.querySelectorAll("pre"))
        check(scrollWidth <= clientWidth, "a table is scrolled");"#;
    look(make(command.args(["race", "--from", race]), "race.html"), &format!("{LOOK}{fits}"));
}

#[test]
#[ignore = "needs Chromium"]
fn the_stages_side_by_side_are_legible() {
    let mut command = Command::new(env!("CARGO"));
    look(make(command.args(["run", "--quiet", "--package", "workshop", "--", "diff"]), "diff.html"), LOOK);
}

#[test]
#[ignore = "needs Chromium"]
fn a_trace_is_legible_and_can_be_stepped_through() {
    let runs = [
        run("stage4-async", tasks(0)),
        run("stage2-callbacks", callbacks("http://127.0.0.1/latest")),
        run("stage1-blocking", threads()),
    ];
    let lines: String = (1..40).map(|line| format!("line {line}\n")).collect();
    let html = page(&runs, |file| (file == FILE).then(|| lines.clone()));
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("browser-trace.html");
    fs::write(&path, html).unwrap();
    look(path, &format!("{LOOK}{STEP}"));
}
