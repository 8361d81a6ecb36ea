//! The programs of a race and of the numbers, built by cargo with optimizations, and those of a trace.

use std::convert::Infallible;
use std::env::{self, consts::EXE_SUFFIX};
use std::ffi::OsStr;
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
    let race = built(&mut cargo, what, "race")?;
    let ended = Command::new(race).args(env::args_os().skip(1)).arg("--as-built").status()?;
    process::exit(ended.code().unwrap_or(1))
}

/// Builds a program, an example or a file of tests of a package as it is developed: with the lines of its source. Returns its
/// path.
///
/// # Errors
/// If cargo cannot be run, or if it fails. It has reported its own errors on stderr.
pub fn develop(package: &str, kind: &str, name: &str) -> io::Result<PathBuf> {
    let mut cargo = building::cargo();
    // With this package, dependencies have the features with which they are compiled already.
    match kind {
        "test" => cargo.args(["test", "--no-run", "--manifest-path", MANIFEST]),
        _ => cargo.args(["build", "--manifest-path", MANIFEST, "--package", "race", "--bin", "race"]),
    };
    cargo.args(["--message-format=json-render-diagnostics", "--package", package]);
    cargo.args([&format!("--{kind}"), name]);
    built(&mut cargo, "Compiling what is to be traced ...", name)
}

/// Runs cargo, and returns the path of the program `name` that it has built.
fn built(cargo: &mut Command, what: &str, name: &str) -> io::Result<PathBuf> {
    let messages = building::build(cargo, what)?.ok_or_else(|| io::Error::other("the build has failed"))?;
    // The Cargo book, "External tools".
    let mut programs = messages.iter().filter_map(|message| message["executable"].as_str()).map(Path::new);
    // The file of tests has a hash at its end.
    let is_called =
        |stem: &str| stem.rsplit_once('-').is_some_and(|(start, _)| start == name) || stem == name;
    let program = programs.find(|program| program.file_stem().and_then(OsStr::to_str).is_some_and(is_called));
    program.map(Path::to_path_buf).ok_or_else(|| io::Error::other("cargo built no program"))
}

/// Returns the program of a package, which is beside this one.
///
/// # Errors
/// If the system does not tell where this one is.
pub fn beside_this(package: &str) -> io::Result<PathBuf> {
    Ok(env::current_exe()?.with_file_name(format!("{package}{EXE_SUFFIX}")))
}
