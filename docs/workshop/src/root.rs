//! Where the workspace is, and errors that name the file.

use std::env;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// Returns the workspace that this command was built in, or else the one around the current directory.
///
/// # Errors
/// If there is neither.
pub fn find() -> io::Result<PathBuf> {
    let built = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).filter(|root| is_workspace(root));
    if let Some(root) = built {
        return Ok(root.to_path_buf());
    }
    let current = env::current_dir()?;
    let around = current.ancestors().find(|folder| is_workspace(folder)).map(Path::to_path_buf);
    around
        .ok_or_else(|| not_found(format!("{} is in no workspace; `--root DIR` names one", current.display())))
}

fn is_workspace(folder: &Path) -> bool {
    fs::read_to_string(folder.join("Cargo.toml"))
        .is_ok_and(|manifest| manifest.lines().any(|line| line.trim() == "[workspace]"))
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

/// Returns an error for what is not there.
pub fn not_found(message: String) -> io::Error {
    io::Error::new(io::ErrorKind::NotFound, message)
}
