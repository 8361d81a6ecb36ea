//! The programs of a race, and those of a trace.

use std::env::{self, consts::EXE_SUFFIX};
use std::io;
use std::path::PathBuf;

use workshop::{building, root};

/// Builds a program, an example or a file of tests of a package as it is developed: with the lines of its source. Returns its
/// path.
///
/// # Errors
/// If cargo cannot be run, or if it fails. It has reported its own errors on stderr.
pub fn develop(package: &str, kind: &str, name: &str) -> io::Result<PathBuf> {
    let mut cargo = building::cargo();
    // With this package, dependencies have the features with which they are compiled already.
    match kind {
        "test" => cargo.args(["test", "--no-run"]),
        _ => cargo.args(["build", "--package", "race", "--bin", "race"]),
    };
    cargo.arg("--manifest-path").arg(root::find()?.join("Cargo.toml"));
    cargo.args(["--package", package, &format!("--{kind}"), name]);
    building::program(&mut cargo, "Compiling what is to be traced ...", name)
}

/// Returns the program of a package, which is beside this one.
///
/// # Errors
/// If the system does not tell where this one is.
pub fn beside_this(package: &str) -> io::Result<PathBuf> {
    Ok(env::current_exe()?.with_file_name(format!("{package}{EXE_SUFFIX}")))
}
