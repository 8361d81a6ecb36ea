//! Compiles the tests of an exercise, each file of them into a program.

use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde_json::Value;

use super::exercise::Exercise;
use crate::building::{self, Failed};

/// A file of tests, compiled.
#[derive(Debug, Clone)]
pub struct Program {
    pub package: String,
    /// The name of the file, or of the crate with unit tests.
    pub target: String,
    /// The folder of the package, in which the tests run.
    pub folder: PathBuf,
    pub path: PathBuf,
}

/// Returns cargo in a workspace, as it was called for this program.
pub fn cargo(root: &Path) -> Command {
    let mut command = building::cargo();
    command.current_dir(root).stdin(Stdio::null());
    command
}

/// Compiles the tests that `which` chooses, such as `-p PACKAGE`.
///
/// # Errors
/// If cargo cannot be run, or fails before the compiler has found an error.
pub fn compile(root: &Path, which: &[&str]) -> io::Result<Result<Vec<Program>, Failed>> {
    let mut command = cargo(root);
    command.args(["test", "--no-run", "--message-format=json-render-diagnostics"]).args(which);
    let built = building::try_build(&mut command, "Compiling the tests ...")?;
    if built.as_ref().is_err_and(|failed| !failed.is_of_compiler) {
        let help = "`cargo workshop doctor` downloads what is missing";
        return Err(io::Error::other(format!("cargo has stopped, as it says above; {help}")));
    }
    Ok(built.map(|messages| {
        let mut programs: Vec<_> = messages.iter().filter_map(Program::of).collect();
        programs.sort_by_key(|program| (program.package.clone(), program.target.clone()));
        programs
    }))
}

/// Returns where the first error is, if it is in another file than those of the exercise.
pub fn elsewhere(exercise: &Exercise, failed: &Failed) -> String {
    let is_other = |file: &&String| exercise.holes.iter().all(|hole| hole.file != **file);
    let other = failed.file.as_ref().filter(is_other);
    other.map_or_else(String::new, |file| {
        format!(" It is in {file}, and not in the exercise's file, {}.", exercise.holes[0].file)
    })
}

impl Program {
    /// Returns the program that a message of cargo is about, if it is one of tests.
    fn of(message: &Value) -> Option<Program> {
        let path = message["executable"].as_str().filter(|_| message["profile"]["test"] == true)?;
        let folder = Path::new(message["manifest_path"].as_str()?).parent()?;
        Some(Program {
            package: folder.file_name()?.to_string_lossy().into_owned(),
            target: message["target"]["name"].as_str()?.to_owned(),
            folder: folder.to_owned(),
            path: path.into(),
        })
    }
}
