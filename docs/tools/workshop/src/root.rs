//! Where the workspace is, and errors that name the file or the program.

use std::env;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Returns the workspace that is given, or the one around the current directory, or the one that built this command.
///
/// # Errors
/// If there is none.
pub fn find(given: Option<&Path>) -> io::Result<PathBuf> {
    if let Some(root) = given {
        return Ok(root.to_path_buf());
    }
    let current = env::current_dir()?;
    let built = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(3);
    // Two copies of the course may share a target folder: then this program may be the other one's.
    let is_course =
        |folder: &&Path| folder.join("Cargo.toml").is_file() && folder.join("docs/exercises").is_dir();
    let root = current.ancestors().chain(built).find(is_course);
    let missing = || format!("{} is not in the course; `--root DIR` says where it is", current.display());
    root.map(Path::to_path_buf).ok_or_else(|| not_found(missing()))
}

/// Reads a text file.
///
/// # Errors
/// If it cannot be read; the message names the file.
pub fn read(path: &Path) -> io::Result<String> {
    fs::read_to_string(path).map_err(|error| about(path, &error))
}

/// Returns `error` with the name of the file that it is about.
pub fn about(path: &Path, error: &io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("{}: {error}", path.display()))
}

/// Returns an error that says what is wrong with a file.
pub fn not_as_it_should_be(path: &Path, what: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, format!("{}: {what}", path.display()))
}

/// Returns `error` with what helps.
pub fn with_help(error: &io::Error, help: &str) -> io::Error {
    io::Error::new(error.kind(), format!("{error}; {help}"))
}

/// Returns an error for what is not there.
pub fn not_found(message: String) -> io::Error {
    io::Error::new(io::ErrorKind::NotFound, message)
}

/// Runs a program, and returns what it prints to stdout.
///
/// # Errors
/// If it cannot be run, or if it fails; the message has what it prints to stderr.
pub fn output(command: &mut Command) -> io::Result<String> {
    let name = command.get_program().display().to_string();
    let ended = command.output().map_err(|error| about(Path::new(&name), &error))?;
    if ended.status.success() {
        return Ok(String::from_utf8_lossy(&ended.stdout).into_owned());
    }
    let why = String::from_utf8_lossy(&ended.stderr);
    Err(io::Error::other(format!("`{name}` failed ({})\n{}", ended.status, why.trim_end())))
}
