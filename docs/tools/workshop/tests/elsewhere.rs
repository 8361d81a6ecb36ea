//! The commands of other packages: what is shown of their build. A script takes cargo's place.
#![cfg(unix)]

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Command, Output, Stdio};

/// Runs `cargo workshop site`, where `cargo build` does this.
fn site(test: &str, build: &str) -> Output {
    let cargo = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("elsewhere-{test}"));
    fs::write(&cargo, format!("#!/bin/sh\n[ $1 = build ] || exec echo \"$@\"\n{build}\n")).unwrap();
    fs::set_permissions(&cargo, fs::Permissions::from_mode(0o755)).unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_workshop"));
    command.env("CARGO", cargo).current_dir(env!("CARGO_MANIFEST_DIR"));
    command.args(["site", "--port", "0"]).stdin(Stdio::null()).output().unwrap()
}

fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).unwrap()
}

#[test]
fn after_a_silent_build_without_work_the_command_is_passed_on() {
    let output = site("passed-on", "echo '    Finished `dev` profile' >&2");
    assert!(text(&output.stdout).starts_with("run --bin race "), "{output:?}");
    assert!(text(&output.stdout).ends_with(" --quiet -- site --port 0\n"), "{output:?}");
    assert_eq!((text(&output.stderr), output.status.code()), ("", Some(0)));
}

#[test]
fn a_log_says_once_that_something_is_compiled() {
    let lines = "   Compiling url v2\\n   Compiling race v0\\nwarning: unused\\n    Finished in 9 s\\n";
    let output = site("compiles", &format!("printf '{lines}' >&2"));
    let lines: Vec<&str> = text(&output.stderr).lines().collect();
    assert!(lines.len() == 2 && lines[0].starts_with("Compiling the stages"), "{lines:?}");
    assert_eq!(lines[1], "warning: unused");
}

#[test]
fn a_build_that_fails_is_shown_and_runs_nothing() {
    let output = site("fails", "echo 'error: a hole' >&2; exit 101");
    assert_eq!(text(&output.stderr), "error: a hole\ncargo workshop: the build has failed\n");
    assert_eq!((text(&output.stdout), output.status.code()), ("", Some(1)));
}
