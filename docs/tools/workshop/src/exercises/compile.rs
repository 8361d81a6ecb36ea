//! Compiles the tests of an exercise, each file of them into a program.

use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde_json::Value;

use crate::building;

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

/// Compiles the tests that `which` chooses, such as `-p PACKAGE`. Returns `None` if they do not compile: cargo has reported
/// the errors on stderr.
pub fn compile(root: &Path, which: &[&str]) -> io::Result<Option<Vec<Program>>> {
    let mut command = cargo(root);
    command.args(["test", "--no-run", "--message-format=json-render-diagnostics"]).args(which);
    let Some(messages) = building::build(&mut command, "Compiling the tests ...")? else { return Ok(None) };
    let mut programs: Vec<_> = messages.iter().filter_map(Program::of).collect();
    programs.sort_by_key(|program| (program.package.clone(), program.target.clone()));
    Ok(Some(programs))
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
