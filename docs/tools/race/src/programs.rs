//! The programs of a race and of the numbers, built by cargo with optimizations.

use std::convert::Infallible;
use std::env::{self, consts::EXE_SUFFIX};
use std::io;
use std::path::{Path, PathBuf};
use std::process::{self, Command};

use workshop::building;

/// Beside this package are the others.
const MANIFEST: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml");

/// Whether this program is built with optimizations.
pub const OPTIMIZED: bool = !cfg!(debug_assertions);

/// Builds the programs of these packages, and returns their folder.
///
/// # Errors
/// If cargo cannot be run, or if it fails. It has reported its own errors on stderr.
pub fn build(packages: &[&str]) -> io::Result<PathBuf> {
    let mut command = building::cargo();
    command.args(["build", "--manifest-path", MANIFEST, "--release"]);
    command.arg("--message-format=json-render-diagnostics");
    for package in packages {
        command.args(["--package", package, "--bin", package]);
    }
    let what = "Compiling with optimizations, for a minute or two the first time ...";
    let messages =
        building::build(&mut command, what)?.ok_or_else(|| io::Error::other("the build has failed"))?;
    // The Cargo book, "External tools".
    let program = messages.iter().find_map(|message| message["executable"].as_str());
    let folder = program.and_then(|program| Path::new(program).parent());
    folder.map(Path::to_owned).ok_or_else(|| io::Error::other("cargo built no program"))
}

/// Builds this program and those of other packages, and runs it in place of this one, with `--as-built`.
///
/// # Errors
/// If the programs cannot be built.
pub fn run_optimized(packages: &[&str]) -> io::Result<Infallible> {
    let folder = build(&[&["race"], packages].concat())?;
    let mut command = Command::new(of("race", &folder));
    let ended = command.args(env::args_os().skip(1)).arg("--as-built").status()?;
    process::exit(ended.code().unwrap_or(1))
}

/// Returns the folder of this program.
///
/// # Errors
/// If the system does not tell it.
pub fn beside_this() -> io::Result<PathBuf> {
    Ok(env::current_exe()?.parent().map(Path::to_owned).unwrap_or_default())
}

/// Returns the program of a package in this folder.
pub fn of(package: &str, folder: &Path) -> PathBuf {
    folder.join(format!("{package}{EXE_SUFFIX}"))
}
