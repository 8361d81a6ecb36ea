//! Runs an example as its reader does, and returns what it prints.

use std::env::{self, consts::EXE_SUFFIX};
use std::fs;
use std::io::Read;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

/// Long after this, an example is not slow: it hangs.
const HANGS: Duration = Duration::from_secs(60);

/// Runs the example, which must succeed, and returns the lines that it prints.
pub fn run(name: &str) -> Vec<String> {
    let mut child = Command::new(executable(name)).stdout(Stdio::piped()).spawn().expect("it can be run");
    let mut stdout = child.stdout.take().expect("it is piped");
    let (sender, receiver) = mpsc::channel();
    thread::spawn(move || {
        let mut text = String::new();
        let read = stdout.read_to_string(&mut text);
        let _ = sender.send(read.map(|_| text));
    });
    let Ok(text) = receiver.recv_timeout(HANGS) else {
        child.kill().expect("it still runs");
        panic!("example {name} hangs");
    };
    let status = child.wait().expect("it has ended");
    let text = text.expect("it prints UTF-8");
    assert!(status.success(), "example {name}: {status}\n{text}");
    let lines: Vec<_> = text.lines().map(str::to_owned).collect();
    assert!(lines.iter().all(|line| line.chars().count() <= 80), "it fits a terminal:\n{text}");
    lines
}

/// Cargo builds the examples of a package with its tests, unless it is told to build one test alone.
fn executable(name: &str) -> PathBuf {
    let test = env::current_exe().expect("a test has a path");
    let profile = test.parent().and_then(|deps| deps.parent()).expect("a test is in PROFILE/deps");
    let executable = profile.join("examples").join(format!("{name}{EXE_SUFFIX}"));
    let package = env!("CARGO_PKG_NAME");
    assert!(executable.exists(), "no {executable:?}: run `cargo test -p {package}`, which builds examples");
    executable
}

/// Checks that every example opens with the command that runs it, and is run in `tests`.
pub fn check_all(tests: &str) {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/examples");
    for entry in fs::read_dir(folder).expect("a folder of examples") {
        let path = entry.expect("an entry").path();
        if path.extension().is_none_or(|extension| extension != "rs") {
            continue;
        }
        let name = path.file_stem().and_then(|name| name.to_str()).expect("a name");
        let source = fs::read_to_string(&path).expect("an example is a file");
        let command = format!("//!     cargo run -p {} --example {name}", env!("CARGO_PKG_NAME"));
        assert_eq!(source.lines().next(), Some(&*command), "the first line of {path:?}");
        assert!(tests.contains(&format!("run({name:?})")), "{path:?} is not tested");
    }
}
