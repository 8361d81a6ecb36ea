//! The commands of other packages: what needs the stages, and what needs mdBook. So this one compiles without both.

use std::env;
use std::ffi::OsString;
use std::io;
use std::process::Command;

use crate::root;

/// What is passed on to the other program, `--help` included.
#[derive(Debug, clap::Args)]
#[command(disable_help_flag = true)]
pub struct Args {
    #[arg(trailing_var_arg = true, allow_hyphen_values = true, hide = true)]
    args: Vec<OsString>,
}

/// A package with commands of its own. Its folder in `docs` has the same name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Package {
    /// The race, the numbers and the practice site.
    Race,
    /// The book and the slides. It is compiled only when it is asked for, which takes minutes and is shown.
    Book,
}

/// Runs a command of another package in place of this program.
///
/// # Errors
/// If cargo cannot be run.
pub fn run(package: Package, name: &str, args: &Args) -> io::Result<()> {
    let mut command = Command::new(env::var_os("CARGO").unwrap_or("cargo".into()));
    let (folder, loudness) = match package {
        Package::Race => ("docs/race", Some("--quiet")),
        Package::Book => ("docs/book", None),
    };
    command
        .arg("run")
        .args(loudness)
        .arg("--manifest-path")
        .arg(root::find()?.join(folder).join("Cargo.toml"));
    if !cfg!(debug_assertions) {
        command.arg("--release");
    }
    command.args(["--", name]).args(&args.args);
    replace_this(command)
}

#[cfg(unix)]
fn replace_this(mut command: Command) -> io::Result<()> {
    use std::os::unix::process::CommandExt;

    Err(command.exec())
}

#[cfg(not(unix))]
fn replace_this(mut command: Command) -> io::Result<()> {
    let ended = command.status()?;
    std::process::exit(ended.code().unwrap_or(1))
}
