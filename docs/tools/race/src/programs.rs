//! The programs of a race and of the numbers, built by cargo with optimizations.

use std::convert::Infallible;
use std::env::{self, consts::EXE_SUFFIX};
use std::io;
use std::path::{Path, PathBuf};
use std::process::{self, Command};

use workshop::building;

/// The manifest of this package, in the workspace of all others.
const MANIFEST: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml");

/// Builds this program and those of other packages with optimizations, and runs it in place of this one, with
/// `--as-built`.
///
/// # Errors
/// If cargo cannot be run, or if it fails. It has reported its own errors on stderr.
pub fn run_optimized(packages: &[&str]) -> io::Result<Infallible> {
    let mut cargo = building::cargo();
    cargo.args(["build", "--manifest-path", MANIFEST, "--release"]);
    cargo.args(["--message-format=json-render-diagnostics", "--package", "race", "--bin", "race"]);
    for package in packages {
        cargo.args(["--package", package, "--bin", package]);
    }
    let what = "Compiling with optimizations, for a minute or two the first time ...";
    let messages =
        building::build(&mut cargo, what)?.ok_or_else(|| io::Error::other("the build has failed"))?;
    // The Cargo book, "External tools".
    let mut programs = messages.iter().filter_map(|message| message["executable"].as_str());
    let race = programs.find(|program| Path::new(program).file_stem().is_some_and(|name| name == "race"));
    let race = race.ok_or_else(|| io::Error::other("cargo built no program"))?;
    let ended = Command::new(race).args(env::args_os().skip(1)).arg("--as-built").status()?;
    process::exit(ended.code().unwrap_or(1))
}

/// Returns the program of a package, which is beside this one.
///
/// # Errors
/// If the system does not tell where this one is.
pub fn beside_this(package: &str) -> io::Result<PathBuf> {
    Ok(env::current_exe()?.with_file_name(format!("{package}{EXE_SUFFIX}")))
}
