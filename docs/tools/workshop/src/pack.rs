//! `pack`: the course with everything that it compiles, for a room without a network.

use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf, absolute};
use std::process::Command;

use crate::building;
use crate::exercises::{Course, cut_in_commit};
use crate::root::{self, about, output};

/// The folder in the archive.
const NAME: &str = "crawler";

/// Packs the course
#[derive(Debug, clap::Args)]
pub struct Pack {
    /// The archive
    #[arg(default_value = "crawler.tar.gz")]
    file: PathBuf,
}

/// Writes an archive of the last commit and of all dependencies' sources, which cargo is configured to use.
///
/// # Errors
/// If the archive exists, if the commit lacks the solution of an exercise, or if git, cargo or tar fails or cannot be run.
pub fn run(args: &Pack, root: Option<&Path>) -> io::Result<()> {
    let root = root::find(root)?;
    let file = absolute(&args.file)?;
    if file.exists() {
        let message = format!("{} exists; name another file, or remove it", file.display());
        return Err(io::Error::new(io::ErrorKind::AlreadyExists, message));
    }
    has_all_solutions(&root)?;
    let scratch = tempfile::tempdir()?;
    let course = scratch.path().join(NAME);
    let source = format!("file://{}", absolute(&root)?.display());

    eprintln!("Copying the last commit ...");
    output(Command::new("git").args(["clone", "--quiet", "--depth=1", &source]).arg(&course))?;
    // It names a folder of this machine.
    output(Command::new("git").args(["remote", "remove", "origin"]).current_dir(&course))?;
    // Without a network, rustup cannot download the version that this file names. Cargo refuses one that is too old.
    let toolchain = course.join("rust-toolchain.toml");
    let oldest = env!("CARGO_PKG_RUST_VERSION");
    let tested = fs::read_to_string(&toolchain).unwrap_or_default();
    let tested =
        tested.split_once("channel = \"").and_then(|(_, rest)| rest.split('"').next()).unwrap_or(oldest);
    let _ = fs::remove_file(toolchain);
    eprintln!("Collecting the sources of all dependencies, for a minute ...");
    let mut vendor = building::cargo();
    vendor.args(["vendor", "--locked", "--versioned-dirs", "vendor"]).current_dir(&course);
    let settings = output(&mut vendor)?;
    append(&course.join(".cargo/config.toml"), &format!("\n{settings}\n[net]\noffline = true\n"))?;
    append(&course.join(".git/info/exclude"), "/vendor\n")?;
    eprintln!("Writing {} ...", args.file.display());
    output(Command::new("tar").arg("-czf").arg(&file).arg("-C").arg(scratch.path()).arg(NAME))?;

    let megabytes = fs::metadata(&file)?.len() / 1_000_000;
    println!("{} has {megabytes} MB. It needs a linker, and no network.", args.file.display());
    println!("It needs Rust {oldest} or newer, and is tested with Rust {tested}:");
    println!("\n  tar -xf {}\n  cd {NAME}\n  cargo workshop doctor", args.file.display());
    Ok(())
}

/// Checks that the last commit is the course without holes, and says what is not in it.
fn has_all_solutions(root: &Path) -> io::Result<()> {
    let course = Course::open(Some(root))?;
    let cut = cut_in_commit(&course);
    if !cut.is_empty() {
        let help = "learners need the solution: `cargo workshop solution ID --apply` puts it in, and then commit that";
        return Err(io::Error::other(format!("in the last commit, {} is cut; {help}", cut.join(", "))));
    }
    let changes = output(Command::new("git").arg("-C").arg(root).args(["status", "--porcelain"]))?;
    if !changes.is_empty() {
        eprintln!(
            "The archive is of the last commit. These changes are not committed, and so not in it:\n{changes}"
        );
    }
    Ok(())
}

fn append(file: &Path, text: &str) -> io::Result<()> {
    let opened = OpenOptions::new().append(true).create(true).open(file);
    opened.and_then(|mut opened| opened.write_all(text.as_bytes())).map_err(|error| about(file, &error))
}
