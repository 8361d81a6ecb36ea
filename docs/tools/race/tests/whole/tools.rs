//! What tests of the command share.

use std::env::consts::EXE_SUFFIX;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{self, Command, Output, Stdio};

/// Returns what a program that ends with this status has written to stdout and to stderr.
#[track_caller]
pub fn said(output: &Output, status: i32) -> [String; 2] {
    let text = [&output.stdout, &output.stderr].map(|text| String::from_utf8(text.clone()).unwrap());
    assert_eq!(output.status.code(), Some(status), "{}", text[1]);
    text
}

/// Makes a folder with the race and a contestant for each stage.
pub fn programs(name: &str, stage4: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::create_dir_all(&folder).unwrap();
    let contestant = env!("CARGO_BIN_EXE_race-contestant");
    let stages =
        ["stage1-blocking", "stage2-callbacks", "stage3-futures", "work"].map(|stage| (stage, contestant));
    for (package, program) in
        [("race", env!("CARGO_BIN_EXE_race")), ("stage4-async", stage4)].into_iter().chain(stages)
    {
        // Another run of this file may use the folder at the same time, so no program is ever missing there.
        let link = folder.join(format!("{package}.{}", process::id()));
        fs::hard_link(program, &link).unwrap();
        fs::rename(&link, folder.join(format!("{package}{EXE_SUFFIX}"))).unwrap();
        // Where both were the same file, the rename has left it.
        let _ = fs::remove_file(link);
    }
    folder
}

/// Runs the race of a folder.
pub fn race(programs: &Path, arguments: &[&str]) -> Output {
    let mut command = Command::new(programs.join(format!("race{EXE_SUFFIX}")));
    command.args(arguments).stdin(Stdio::null()).output().unwrap()
}
