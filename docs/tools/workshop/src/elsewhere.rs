//! The commands of other packages: what needs the stages, and what needs mdBook. So this one compiles without both.

use std::ffi::OsString;
use std::io;
use std::path::Path;
use std::process::Command;

use crate::building;
use crate::exercises::Course;
use crate::root;

/// The stages, in order. All of them race.
const STAGES: [&str; 4] = ["stage1-blocking", "stage2-callbacks", "stage3-futures", "stage4-async"];

/// The arguments with which nothing is measured.
const SHOWS: [&str; 3] = ["-h", "--help", "--from"];

/// The arguments that are passed on to the other program, `--help` included.
#[derive(Debug, clap::Args)]
#[command(disable_help_flag = true)]
pub struct PassedOn {
    #[arg(trailing_var_arg = true, allow_hyphen_values = true, hide = true)]
    args: Vec<OsString>,
}

impl PassedOn {
    /// Returns arguments to pass on.
    pub fn of<'a>(args: impl IntoIterator<Item = &'a str>) -> PassedOn {
        PassedOn { args: args.into_iter().map(OsString::from).collect() }
    }

    /// Returns the parts of the arguments: options, and values that an `=` or a comma sets apart.
    fn parts(&self) -> Vec<String> {
        let parts =
            |arg: &OsString| Vec::from_iter(arg.to_string_lossy().split(['=', ',']).map(str::to_owned));
        self.args.iter().flat_map(parts).collect()
    }
}

/// Builds the program of another package, and runs it in place of this program, for the command `name`. The package and its
/// program have the same name. What is measured is compiled with optimizations.
///
/// # Errors
/// If a stage that is measured has an open hole; if cargo cannot be run, or if the build fails.
pub fn run(package: &str, name: &str, args: &PassedOn) -> io::Result<()> {
    let root = root::find()?;
    let parts = args.parts();
    let has = |names: &[&str]| parts.iter().any(|part| names.contains(&part.as_str()));
    let measures = name == "race" && !has(&SHOWS);
    let what = match package {
        "mdbook" => "Compiling mdBook and the book's commands, for some minutes the first time ...",
        _ if measures => "Compiling the stages with optimizations, for some minutes the first time ...",
        _ => "Compiling the command, for a minute the first time ...",
    };
    // A race of certain contestants may do without the package that has the hole.
    if measures && !has(&["--only"]) {
        no_hole(&root)?;
    }
    let mut programs = vec![package];
    if measures {
        programs.extend(STAGES);
        programs.extend(has(&["tokio"]).then_some("work"));
    }
    let mut cargo = building::cargo();
    cargo.args(["build", "--manifest-path"]).arg(root.join("Cargo.toml"));
    cargo.args(programs.iter().flat_map(|program| ["--package", program, "--bin", program]));
    cargo.args((measures || !cfg!(debug_assertions)).then_some("--release"));
    let mut program = Command::new(building::program(&mut cargo, what, package)?);
    // Only mdBook has several commands.
    program.args((package == "mdbook").then_some(name)).args(&args.args);
    replace_this(program)
}

/// Checks that the stages and what they share have no open hole, before they are compiled for minutes. Warns of an answer that
/// failed: it may hang.
///
/// # Errors
/// If there is one.
fn no_hole(root: &Path) -> io::Result<()> {
    let is_run = |package: &str| package == "common" || STAGES.contains(&package);
    let course = Course::open(Some(root))?;
    if let Some(hole) = course.open_hole(is_run) {
        return Err(io::Error::other(format!("`race` runs the stages, but {hole}")));
    }
    if let Some(open) = course.open_failure(is_run)? {
        let help = "a crawl with it may hang, or fail";
        eprintln!(
            "`race` runs the stages, but the open exercise {} failed at its last check: {help}.",
            open.id
        );
    }
    Ok(())
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
