//! The commands of other packages: what needs the stages, and what needs mdBook. So this one compiles without both.

use std::ffi::OsString;
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::building;
use crate::exercises::{Course, Exercise};
use crate::race::RaceOptions;
use crate::root;

/// The stages, in order. All of them race.
pub const STAGES: [&str; 4] = ["stage1-blocking", "stage2-callbacks", "stage3-futures", "stage4-async"];

/// The arguments that are passed on to the other program, `--help` included.
#[derive(Debug, clap::Args)]
#[command(disable_help_flag = true)]
pub struct PassedOn {
    #[arg(trailing_var_arg = true, allow_hyphen_values = true, hide = true)]
    args: Vec<OsString>,
}

/// Builds a program of another package, and runs it in place of this program, for the command `name`. The contestants of a
/// race are compiled with optimizations, and a learner's runtime by the program `own`.
///
/// Arguments of a race that are wrong end this program before anything is compiled.
///
/// # Errors
/// If an exercise is open in a stage that is measured; if cargo cannot be run, or if the build fails.
pub fn run(program: &str, name: &str, args: &PassedOn) -> io::Result<()> {
    let root = root::find(None)?;
    let race = if name == "race" { RaceOptions::read(&args.args) } else { None };
    let race = race.filter(|race| race.from.is_none());
    // A race of certain contestants may do without the package of the exercise.
    if race.as_ref().is_some_and(|race| race.only.is_empty()) {
        all_solved(&root)?;
    }
    let has_own = race.as_ref().is_some_and(|race| race.own || race.names("own"));
    if has_own && !Command::new(build(&root, &["own"], false)?).arg("contestant").status()?.success() {
        return Err(io::Error::other("your runtime takes no part in the race"));
    }
    let mut programs = vec![program];
    if let Some(race) = &race {
        programs.extend(STAGES);
        programs.extend((has_own || race.names("tokio")).then_some("work"));
        programs.extend(race.names("reqwest").then_some("with_reqwest"));
        programs.extend(race.names("completion").then_some("completion"));
    }
    let mut command = Command::new(build(&root, &programs, race.is_some())?);
    // Only mdBook has several commands.
    command.args((program == "mdbook").then_some(name)).args(&args.args);
    replace_this(command)
}

/// Builds programs, and returns the path of the first one. Most are in a package of the same name.
fn build(root: &Path, programs: &[&str], is_optimized: bool) -> io::Result<PathBuf> {
    let mut cargo = building::cargo();
    cargo.args(["build", "--manifest-path"]).arg(root.join("Cargo.toml"));
    cargo.args(programs.iter().flat_map(|&program| match program {
        "numbers" => ["--package", "race", "--bin", program],
        "with_reqwest" => ["--package=work", "--features=work/reqwest", "--example", program],
        _ => ["--package", program, "--bin", program],
    }));
    cargo.args((is_optimized || !cfg!(debug_assertions)).then_some("--release"));
    building::program(&mut cargo, programs[0])
}

/// Checks, before minutes of compiling, that no exercise is open in the stages and what they share: it would panic.
fn all_solved(root: &Path) -> io::Result<()> {
    let course = Course::open(Some(root))?;
    let open =
        course.unsolved()?.filter(|open| open.package() == "common" || STAGES.contains(&open.package()));
    match open {
        None => Ok(()),
        Some(Exercise { id, .. }) => Err(io::Error::other(format!(
            "`race` runs the stages, but the exercise {id} is not solved: `cargo workshop check` tests it, and \
             `cargo workshop solution {id} --apply` fills it"
        ))),
    }
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
