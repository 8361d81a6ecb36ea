//! The tests of the levels: they stay in the course, and a package in `target` runs them against the learner's crate.

use std::path::{MAIN_SEPARATOR, Path, absolute};
use std::{env::current_exe, fs, io};

use crate::place::Place;
use crate::program::Program;
use workshop::building::GoOn;
use workshop::exercises::words::{BOLD, FAILED, PASSED};
use workshop::exercises::{failures, store, suite::Suite, test::How};
use workshop::root::{not_found, read};
use workshop::{building, say};

/// As in the course's manifest: a backtrace has the lines of the tests, and of the learner the functions' names, too. Of all else it
/// has neither, which halves the time that compiling takes.
const PROFILE: &str = "
[profile.dev]
debug = \"line-tables-only\"

[profile.dev.package.\"*\"]
debug = false
";

/// Runs the tests of the levels up to the one that a program is at, until one of them fails. Returns whether none does.
pub fn pass(root: &Path, program: &Program, place: &Place, go_on: GoOn<'_>) -> io::Result<bool> {
    let package = root.join("target/own").join(&program.name);
    write_package(&package, program, &place.folder)?;
    let last = place.level.min(program.levels.len());
    for level in 1..=last {
        let again = if level < place.level { " It was passed before." } else { "" };
        let Some(suite) = suite(program, &package, &[level], go_on)? else {
            let first = "The compiler's first error is the one to fix first.";
            say!("\n{BOLD}Level {level} does not compile yet.{BOLD:#}{again} {first}")?;
            return Ok(false);
        };
        let how = How { is_traced: true, go_on: Some(go_on), ..How::default() };
        let mut ran = suite.run(how, failures::verdict)?;
        if !ran.is_green() {
            // In the order of the file, which begins with the simplest.
            let text = read(&program.folder.join(format!("tests/level{level}.rs")))?;
            ran.ended.iter_mut().for_each(|test| test.output = relative(root, place, &test.output));
            let mut failed: Vec<_> = ran.failed().collect();
            failed.sort_by_key(|test| text.find(test.name.rsplit("::").next().unwrap_or_default()));
            failures::list(&failed, |_| None)?;
            let style = FAILED.bold();
            say!("\n{style}Level {level}: {}.{style:#}{again}", ran.counts())?;
            return Ok(false);
        }
    }
    let style = PASSED.bold();
    say!("\n{style}Level {last} passes.{style:#}")?;
    Ok(true)
}

/// Returns a text with shorter paths of the files of the course and of the learner: `src/lib.rs` is the learner's.
fn relative(root: &Path, place: &Place, text: &str) -> String {
    let folder = |path: &Path| format!("{}{MAIN_SEPARATOR}", path.display());
    let roots = [root.to_owned(), absolute(root).unwrap_or_default()];
    let text = text.replace(&folder(&place.folder), &folder(&place.shown()));
    roots.iter().fold(text, |text, root| text.replace(&folder(root), ""))
}

/// Compiles the tests of these levels, if the compiler can. A level may have a feature, for dependencies of its own.
pub fn suite(
    program: &Program,
    package: &Path,
    levels: &[usize],
    go_on: GoOn<'_>,
) -> io::Result<Option<Suite>> {
    let manifest = program.manifest("levels.toml", package)?;
    let of_level = |level| {
        let feature = format!("level{level}");
        let has_feature = manifest.contains(&format!("\n{feature} = ["));
        [format!("--test={feature}")].into_iter().chain(has_feature.then(|| format!("--features={feature}")))
    };
    // One for all programs, so that what they share is compiled once.
    let built = format!("--target-dir={}", package.with_file_name("target").display());
    let arguments: Vec<String> = levels.iter().flat_map(of_level).chain([built]).collect();
    Ok(Suite::compile(package, arguments.iter().map(String::as_str), go_on)?.ok())
}

/// Writes into the folder `package` a package that has the levels' tests and the learner's crate in `folder`.
///
/// It is written anew each time, because the learner's folder or the course may have moved.
pub fn write_package(package: &Path, program: &Program, folder: &Path) -> io::Result<()> {
    let text = |path: &Path| format!("{:?}", path.display().to_string());
    let mut manifest = program.manifest("levels.toml", package)?;
    let crate_of = format!("package = \"my-{}\"\npath = {}\n", program.name, text(folder));
    manifest += &format!("\n[dependencies.own]\n{crate_of}\n[workspace]\n{PROFILE}");
    manifest += &format!("\n[profile.dev.package.my-{}]\ndebug = \"limited\"\n", program.name);
    for level in 1..=program.levels.len() {
        let path = program.folder.join(format!("tests/level{level}.rs"));
        manifest += &format!("\n[[test]]\nname = \"level{level}\"\npath = {}\n", text(&path));
    }
    store::write(&package.join("Cargo.toml"), manifest.as_bytes())?;
    store::write(&package.join("src/lib.rs"), b"")?;
    // The versions of the course: without a network, there are no others.
    let lock = package.join("Cargo.lock");
    if !lock.exists() {
        fs::copy(program.root.join("Cargo.lock"), lock)?;
    }
    Ok(())
}

/// Compiles the learner's crawl, level 7 of the runtime, into the target directory of this program: it takes part in the race.
pub fn contestant(root: &Path) -> io::Result<()> {
    let runtime = Program::read(root, "runtime")?;
    let is_done = |place: &Place| place.name == runtime.name && place.level > runtime.levels.len();
    let none = "your runtime can race when all its levels pass; `cargo workshop own runtime` goes on with it";
    let place = Place::all(root)?.into_iter().find(is_done).ok_or_else(|| not_found(none.to_owned()))?;
    place.is_there()?;
    let package = root.join("target/own").join(&runtime.name);
    write_package(&package, &runtime, &place.folder)?;
    let mut cargo = building::cargo();
    cargo.current_dir(package);
    cargo.args(["build", "--release", "--features=level7", "--bin=own-crawl", "--target-dir"]);
    cargo.arg(current_exe()?.ancestors().nth(2).unwrap_or(root));
    building::program(&mut cargo, "own-crawl").map(drop)
}
