//! The commands that need the stages. A package of their own has them, so that this one compiles without the stages.

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

/// Runs a command of the package `race` in place of this program.
///
/// # Errors
/// If cargo cannot be run.
pub fn run(name: &str, args: &Args) -> io::Result<()> {
    let mut command = Command::new(env::var_os("CARGO").unwrap_or("cargo".into()));
    command.args(["run", "--quiet", "--manifest-path"]).arg(root::find()?.join("docs/race/Cargo.toml"));
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
