//! The commands of other packages: what needs the stages, and what needs mdBook. So this one compiles without both.

use std::ffi::OsString;
use std::io;
use std::process::Command;

use crate::building;
use crate::root;

/// The arguments that are passed on to the other program, `--help` included.
#[derive(Debug, clap::Args)]
#[command(disable_help_flag = true)]
pub struct Args {
    #[arg(trailing_var_arg = true, allow_hyphen_values = true, hide = true)]
    args: Vec<OsString>,
}

impl Args {
    /// Returns arguments to pass on.
    pub fn of<'a>(args: impl IntoIterator<Item = &'a str>) -> Args {
        Args { args: args.into_iter().map(OsString::from).collect() }
    }
}

/// Builds the program of another package, and runs a command of it in place of this program. The package, its program
/// and its folder in `docs` have the same name.
///
/// # Errors
/// If cargo cannot be run, or if the build fails.
pub fn run(package: &str, name: &str, args: &Args) -> io::Result<()> {
    let what = match package {
        "mdbook" => "Compiling mdBook and the book's commands, for some minutes the first time ...",
        _ => "Compiling the stages, and the commands that run them, for a minute the first time ...",
    };
    let manifest = root::find()?.join("docs/tools").join(package).join("Cargo.toml");
    let cargo = |command| {
        let mut cargo = building::cargo();
        cargo.args([command, "--bin", package, "--manifest-path"]).arg(&manifest);
        cargo.args((!cfg!(debug_assertions)).then_some("--release"));
        cargo
    };
    let failed = || io::Error::other("the build has failed");
    building::build(&mut cargo("build"), what)?.ok_or_else(failed)?;
    let mut run = cargo("run");
    run.args(["--quiet", "--", name]).args(&args.args);
    replace_this(run)
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
