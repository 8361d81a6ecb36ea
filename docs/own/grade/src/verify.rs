//! Whether our solutions pass, level by level, and each wrong variant dies:
//!
//!     cargo run -p own -- verify
//!
//! Our solution up to each level must compile without warnings and pass the levels up to it. Each variant in `wrong` must die by
//! the test that it names, in its level, with the words that it names, and soon. With a number, that often.
//! With the name of a program or of a variant, it verifies only that one.

use std::path::{Path, PathBuf};
use std::{fs, io, thread};

use workshop::building::TO_THE_END;
use workshop::exercises::{belief, suite::Ran, test::How};
use workshop::root::not_found;
use workshop::say;
use workshop::variant::{self, Variant};

use crate::levels;
use crate::program::{NAMES, Program, up_to};

/// How many folders a program is verified in. While one of them compiles, the tests of the other one run.
const FOLDERS: usize = 2;

/// Verifies all programs, each variant so often, and says what it finds. Returns whether nothing is wrong. With the name of a
/// program or of a variant, it verifies only that one.
pub fn verify(root: &Path, only: Option<&str>, rounds: usize) -> io::Result<bool> {
    let found = thread::scope(|scope| {
        let parts = NAMES.into_iter().flat_map(|name| (0..FOLDERS).map(move |number| (name, number)));
        let threads: Vec<_> = parts
            .map(|(name, number)| scope.spawn(move || verify_part(root, name, number, only, rounds)))
            .collect();
        let found = threads.into_iter().map(|thread| thread.join().expect("it does not panic"));
        found.collect::<io::Result<Vec<_>>>()
    })?;
    if found.iter().all(Vec::is_empty) {
        return Err(not_found(format!("there is no program or variant `{}`", only.unwrap_or_default())));
    }
    let faults: Vec<_> = found.into_iter().flatten().filter_map(Result::err).collect();
    say!("\n{} faults", faults.len())?;
    faults.iter().try_for_each(|fault| say!("{fault}"))?;
    Ok(faults.is_empty())
}

/// Verifies a part of a program. Returns of each level and each run of a variant whether it is right, or the fault.
fn verify_part(
    root: &Path,
    name: &str,
    number: usize,
    only: Option<&str>,
    rounds: usize,
) -> io::Result<Vec<Result<(), String>>> {
    let is_meant = |variant: &str| only.is_none_or(|only| [name, variant].contains(&only));
    let program = Program::read(root, name)?;
    let (bench, source) = (Bench::new(&program, number)?, program.source()?);
    let tell = |what: &str, found: Result<String, String>| {
        let found = found.map_err(|fault| format!("{name}, {what}: FAULT: {fault}"));
        let told = found.as_ref().map_or_else(String::clone, |found| format!("{name}, {what}: {found}"));
        say!("{told}").map(|()| found.map(drop))
    };
    let mut found = Vec::new();
    for level in (1..=program.levels.len()).filter(|level| is_meant(name) && level % FOLDERS == number) {
        found.push(tell(&format!("up to level {level}"), bench.passes(&up_to(&source, level), level)?)?);
    }
    let variants = variant::read_all(&program.folder.join("wrong"))?;
    let part = variants.iter().skip(number).step_by(FOLDERS);
    for variant in part.filter(|variant| is_meant(&variant.name)) {
        for _ in 0..rounds {
            found.push(tell(&variant.name, bench.dies(variant, &source)?)?);
        }
    }
    Ok(found)
}

/// A learner's folder in `target`, and the package that tests it.
struct Bench<'a> {
    program: &'a Program,
    lib: PathBuf,
    package: PathBuf,
}

impl Bench<'_> {
    fn new(program: &Program, number: usize) -> io::Result<Bench<'_>> {
        let target = program.root.join("target/own-verify");
        let name = format!("{}-{number}", program.name);
        let folder = target.join(&name);
        fs::create_dir_all(folder.join("src"))?;
        let manifest = program.manifest("start.toml", &folder)? + "\n[workspace]\n";
        fs::write(folder.join("Cargo.toml"), manifest)?;
        let package = target.join("levels").join(name);
        levels::write_package(&package, program, &folder)?;
        Ok(Bench { program, lib: folder.join("src/lib.rs"), package })
    }

    /// Runs the tests of these levels with `text` as the learner's code, or the one test.
    fn run(&self, text: &str, levels: &[usize], one: Option<&str>) -> io::Result<Ran> {
        fs::write(&self.lib, text)?;
        let suite = levels::suite(self.program, &self.package, levels, TO_THE_END)?;
        let suite = suite.ok_or_else(|| io::Error::other(format!("this does not compile:\n{text}")))?;
        let suite = suite.only(|test| one.is_none_or(|one| test == one));
        suite.run(How { is_traced: true, ..How::default() }, |_| Ok(()))
    }

    /// Tells how our solution passes the levels up to one, or why not.
    fn passes(&self, text: &str, level: usize) -> io::Result<Result<String, String>> {
        let strict = format!("#![deny(warnings)]\n{text}");
        let ran = self.run(&strict, &(1..=level).collect::<Vec<_>>(), None)?;
        let passed = format!("{}, {:.1} s", ran.counts(), ran.time.as_secs_f64());
        Ok(ran.is_green().then_some(passed).ok_or_else(|| belief::shown(&ran)))
    }

    /// Tells how a variant dies, or why not.
    fn dies(&self, variant: &Variant, source: &str) -> io::Result<Result<String, String>> {
        let text = up_to(&variant.apply(source)?, self.program.levels.len());
        // The level in which it dies.
        let level = variant.dies.strip_prefix("level").and_then(|dies| dies.split_once("::")?.0.parse().ok());
        let none = || io::Error::other(format!("{}: `{}` is in no level", variant.name, variant.dies));
        let ran = self.run(&text, &[level.ok_or_else(none)?], Some(&variant.dies))?;
        Ok(belief::found(variant, &ran, &ran.failed().collect::<Vec<_>>()))
    }
}
