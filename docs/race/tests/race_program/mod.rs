//! `cargo workshop race` as a program, between contestants that are not optimized: nothing
//! here is about how fast they are.
#![allow(dead_code, reason = "each file of tests uses a part of it")]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use serde_json::Value;

/// Runs the command to its end, in a wide terminal.
pub fn race(arguments: &[&str]) -> Output {
    race_in(120, arguments)
}

/// Runs the command to its end, in a terminal of so many columns.
pub fn race_in(columns: usize, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_race"));
    command.args(["race", "--contestant", env!("CARGO_BIN_EXE_race-contestant")]).args(arguments);
    for name in ["NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE"] {
        command.env_remove(name);
    }
    command.env("COLUMNS", columns.to_string());
    command.stdin(Stdio::null()).output().unwrap()
}

/// What the command prints, when it succeeds.
#[track_caller]
pub fn stdout(arguments: &[&str]) -> String {
    let output = race(arguments);
    let [stdout, stderr] = [output.stdout, output.stderr].map(|text| String::from_utf8(text).unwrap());
    assert!(output.status.success(), "{stderr}");
    // Cargo may have its warnings there.
    assert!(!stderr.contains('\r'), "stderr is no terminal: {stderr}");
    stdout
}

/// What the command says on stderr when it fails with this status, and prints nothing.
#[track_caller]
pub fn failure(status: i32, arguments: &[&str]) -> String {
    let output = race(arguments);
    let stderr = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(status), "{stderr}");
    assert!(output.stdout.is_empty() && !stderr.contains("panicked"), "{stderr}");
    stderr
}

/// A file for one test.
pub fn saved(test: &str, text: &str) -> PathBuf {
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("race-{test}.json"));
    fs::write(&file, text).unwrap();
    file
}

/// A list in a document.
#[track_caller]
pub fn list(value: &Value) -> &[Value] {
    value.as_array().unwrap()
}
