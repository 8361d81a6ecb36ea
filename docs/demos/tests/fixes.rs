//! Every program's fix runs to its end, and a program without a fix takes no argument. The book shows few of their outputs.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

/// Returns the name of each program, with its source.
fn programs() -> impl Iterator<Item = (String, String)> {
    let sources = fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/src/bin")).expect("a folder");
    sources.map(|entry| entry.expect("an entry").path()).filter(|path| path.is_file()).map(|path| {
        let name = path.file_stem().expect("a name").to_string_lossy().into_owned();
        (name, fs::read_to_string(path).expect("a text"))
    })
}

/// Returns a command that runs a program.
fn command(name: &str) -> Command {
    Command::new(Path::new(env!("CARGO_BIN_EXE_lost_wake_up")).with_file_name(name))
}

#[test]
fn each_fix_runs_to_its_end() {
    let mut count = 0;
    for (name, source) in programs().filter(|(_, source)| source.contains("fn fixed")) {
        count += 1;
        // A mistake that does not compile is left out, and its fix needs no argument.
        let argument = source.contains("demos::main").then_some("fixed");
        let status = command(&name).args(argument).stdout(Stdio::null()).status().expect("it is built");
        assert!(status.success(), "{name} {}: {status}", argument.unwrap_or_default());
    }
    assert!(count >= 29, "{count} programs have a fix");
}

#[test]
fn a_program_without_a_fix_takes_no_argument() {
    let mut count = 0;
    for (name, _) in programs().filter(|(_, source)| !source.contains("fn fixed")) {
        // The one is not compiled, and the other has the stages as its arguments.
        if !["attempt_in_task", "road_back"].contains(&name.as_str()) {
            count += 1;
            let output = command(&name).arg("fixed").output().expect("it is built");
            let said = String::from_utf8_lossy(&output.stderr);
            assert!(
                output.status.code() == Some(2) && said.contains("has no fix"),
                "{name} must begin with `demos::takes_no_argument()`: {said}"
            );
        }
    }
    assert!(count >= 7, "{count} programs have no fix");
}
