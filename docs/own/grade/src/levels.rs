//! The tests of the levels: they stay in the course, and a package in `target` runs them against the learner's crate.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use crate::place::Place;
use crate::program::Program;
use workshop::exercises::failures::gist;
use workshop::exercises::store;
use workshop::exercises::suite::Suite;
use workshop::exercises::test::{Ended, How};
use workshop::exercises::words::{BOLD, DIM, flowed};
use workshop::root::read;
use workshop::say;

/// The number of failures that are shown. The others have the same reason.
const SHOWN: usize = 3;

/// What came of the tests.
#[derive(Debug, PartialEq, Eq)]
pub enum Verdict {
    Passes,
    Fails,
}

/// Runs the tests of the levels up to the one that a program is at, until one of them fails.
pub fn test(root: &Path, program: &Program, place: &Place) -> io::Result<Verdict> {
    let package = package_of_levels(&root.join("target/own"), root, program, place)?;
    let last = place.level.min(program.levels.len());
    for level in 1..=last {
        let name = format!("level{level}");
        let again = if level < place.level { " It was passed before." } else { "" };
        let suite = match Suite::compile(&package, ["--test", &name].into_iter())? {
            Ok(suite) => suite,
            Err(_) => {
                let first = "The compiler's first error is the one to fix first.";
                say!("\n{BOLD}Level {level} does not compile yet.{BOLD:#}{again} {first}")?;
                return Ok(Verdict::Fails);
            }
        };
        let how = How { is_traced: true, ..How::default() };
        let ran = suite.run(how, |Ended { name, passed, .. }| {
            say!("{DIM}{:<7}{name}{DIM:#}", if *passed { "passed" } else { "FAILED" })
        })?;
        if ran.is_green() {
            continue;
        }
        for Ended { name, end, output, .. } in ran.failed().take(SHOWN) {
            say!("\n{BOLD}{name}{BOLD:#}")?;
            if !end.is_empty() {
                say!("{}", flowed(end, "  "))?;
            }
            say!("{}", gist(output))?;
        }
        say!("\n{BOLD}Level {level}: {}.{BOLD:#}{again}", ran.counts())?;
        return Ok(Verdict::Fails);
    }
    say!("\n{BOLD}Level {last} passes.{BOLD:#}")?;
    Ok(Verdict::Passes)
}

/// Writes the package that has the levels' tests and the learner's crate, and returns its folder.
///
/// It is written anew each time, because the learner's folder or the course may have moved.
///
/// # Errors
/// If a file cannot be read or written.
pub fn package_of_levels(
    target: &Path,
    root: &Path,
    program: &Program,
    place: &Place,
) -> io::Result<PathBuf> {
    let folder = target.join(&program.name);
    let text = |path: &Path| format!("{:?}", path.display().to_string());
    let mut manifest = read(&program.folder.join("levels.toml"))?;
    manifest += &format!(
        "\n[dependencies.own]\npackage = \"my-{}\"\npath = {}\n\n[workspace]\n",
        program.name,
        text(&place.folder)
    );
    manifest = manifest.replace("COURSE", &root.display().to_string().replace('\\', "/"));
    for level in 1..=program.levels.len() {
        let path = program.folder.join(format!("tests/level{level}.rs"));
        manifest += &format!("\n[[test]]\nname = \"level{level}\"\npath = {}\n", text(&path));
    }
    store::write(&folder.join("Cargo.toml"), manifest.as_bytes())?;
    store::write(&folder.join("src/lib.rs"), b"")?;
    // The versions of the course: without a network, there are no others.
    if !folder.join("Cargo.lock").exists() {
        fs::copy(root.join("Cargo.lock"), folder.join("Cargo.lock"))?;
    }
    Ok(folder)
}
