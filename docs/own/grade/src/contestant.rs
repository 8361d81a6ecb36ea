//! The learner's crawl: level 7 of the runtime, as a program that takes part in the race.

use std::env::current_exe;
use std::io;
use std::path::Path;

use workshop::building::{cargo, program};
use workshop::root::not_found;

use crate::levels::package;
use crate::place::Place;
use crate::program::Program;

/// Compiles the crawl into the target directory of this program, with optimizations.
///
/// # Errors
/// If not all levels of the runtime have passed, or if the build fails.
pub fn build(root: &Path) -> io::Result<()> {
    let runtime = Program::read(root, "runtime")?;
    let place = Place::all(root)?.into_iter().find(|place| place.name == runtime.name);
    let is_done = |place: &Place| place.level > runtime.levels.len();
    let none = "your runtime can race when all its levels pass; `cargo workshop own runtime` goes on with it";
    let place = place.filter(is_done).ok_or_else(|| not_found(none.to_owned()))?;
    place.is_there()?;
    let this = current_exe()?;
    let target = this.ancestors().nth(2).unwrap_or(root);
    let mut cargo = cargo();
    cargo.current_dir(package(&root.join("target/own"), &runtime, &place.folder)?);
    cargo.args(["build", "--release", "--features=level7", "--bin=own-crawl", "--target-dir"]).arg(target);
    program(&mut cargo, "own-crawl").map(drop)
}
