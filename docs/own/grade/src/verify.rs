//! Whether our solutions pass, level by level, and each wrong variant dies:
//!
//!     cargo run -p own -- verify
//!
//! Our solution up to each level must compile without warnings and pass the levels up to it. Each variant in `wrong` must die by
//! the test that it names, in its level, with the words that it names, and soon. With a number, that often.
//! With the name of a program or of a variant, it verifies only that one.

use std::path::{Path, PathBuf};
use std::{fs, io, time::Duration};

use workshop::building::TO_THE_END;
use workshop::exercises::{failures::gist, suite::Ran, test::Ended, test::How};
use workshop::root::{not_found, read};

use crate::levels;
use crate::program::{NAMES, Program, up_to};

/// The longest that a level may take to find a wrong variant, on a machine that has nothing else to do.
const MOST: Duration = Duration::from_secs(10);

/// Verifies all programs, each variant so often, and says what it finds. Returns whether nothing is wrong. With the name of a
/// program or of a variant, it verifies only that one.
pub fn verify(root: &Path, only: Option<&str>, rounds: usize) -> io::Result<bool> {
    let (mut verified, mut faults) = (0, 0);
    for name in NAMES {
        let is_meant = |variant: &str| only.is_none_or(|only| [name, variant].contains(&only));
        let program = Program::read(root, name)?;
        let (bench, source) = (Bench::new(&program)?, program.source()?);
        let mut tell = |what: &str, found: Result<String, String>| {
            verified += 1;
            faults += usize::from(found.is_err());
            println!("{name}, {what}: {}", found.unwrap_or_else(|fault| format!("FAULT: {fault}")));
        };
        for level in (1..=program.levels.len()).filter(|_| is_meant(name)) {
            tell(&format!("up to level {level}"), bench.passes(&up_to(&source, level), level)?);
        }
        let entries = fs::read_dir(program.folder.join("wrong"))?;
        let mut paths: Vec<_> = entries.map(|entry| Ok(entry?.path())).collect::<io::Result<_>>()?;
        paths.sort();
        for path in paths.iter().flat_map(|path| vec![path; rounds]) {
            let variant = Variant::read(path)?;
            if is_meant(&variant.name) {
                tell(&variant.name, bench.dies(&variant, &source)?);
            }
        }
    }
    if verified == 0 {
        return Err(not_found(format!("there is no program or variant `{}`", only.unwrap_or_default())));
    }
    println!("\n{faults} faults");
    Ok(faults == 0)
}

/// A learner's folder in `target`, and the package that tests it.
struct Bench<'a> {
    program: &'a Program,
    lib: PathBuf,
    package: PathBuf,
}

impl Bench<'_> {
    fn new(program: &Program) -> io::Result<Bench<'_>> {
        let target = program.root.join("target/own-verify");
        let folder = target.join(&program.name);
        fs::create_dir_all(folder.join("src"))?;
        // A warning of our solution is an error.
        let strict = "\n[lints.rust]\nwarnings = \"deny\"\n\n[workspace]\n";
        fs::write(folder.join("Cargo.toml"), program.manifest("start.toml", &folder)? + strict)?;
        let package = levels::package(&target.join("levels"), program, &folder)?;
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
        let ran = self.run(text, &(1..=level).collect::<Vec<_>>(), None)?;
        let failed = |failed: &Ended| format!("{}: {}", failed.name, failed.output);
        let passed = format!("{}, {:.1} s", ran.counts(), ran.time.as_secs_f64());
        Ok(ran.is_green().then_some(passed).ok_or_else(|| ran.failed().map(failed).collect()))
    }

    /// Tells how a variant dies, or why not.
    fn dies(&self, variant: &Variant, source: &str) -> io::Result<Result<String, String>> {
        let Some(text) = variant.apply(source) else {
            return Ok(Err("a block of it is not in the solution, or more than once".to_owned()));
        };
        let Variant { level, test, says, .. } = variant;
        let ran = self.run(&up_to(&text, self.program.levels.len()), &[*level], Some(test))?;
        Ok(match ran.failed().next().map(|failed| &failed.output) {
            None => Err(format!("`{test}`: {}", ran.counts())),
            Some(output) if !output.contains(says) => Err(format!("nothing says `{says}`: {output}")),
            Some(_) if ran.time > MOST => Err(format!("it lives for {:?}", ran.time)),
            Some(output) => {
                let said = gist(output);
                let said = said.lines().next().unwrap_or_default();
                Ok(format!("{test}, {:.1} s: {said}", ran.time.as_secs_f64()))
            }
        })
    }
}

/// A variant: blocks of lines that stand in place of lines of the solution.
struct Variant {
    name: String,
    /// The level in which it dies, and the test, such as `level1::a_wake_up_counts`.
    level: usize,
    test: String,
    /// A part of that test's message.
    says: String,
    blocks: Vec<[String; 2]>,
}

impl Variant {
    /// Reads a variant, which must name a test and its words.
    fn read(path: &Path) -> io::Result<Variant> {
        let text = read(path)?;
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let after = |key: &str| text.lines().find_map(|line| line.strip_prefix(key)).map(str::trim);
        let level = |test: &str| test.strip_prefix("level")?.split_once("::")?.0.parse().ok();
        let parts = after("//! Dies: ").and_then(|test| Some((level(test)?, test, after("//! Says: ")?)));
        let none = || io::Error::other(format!("{name}: no `Dies` or no `Says`"));
        let (level, test, says) = parts.ok_or_else(none)?;
        let blocks = text.split("// in place of\n").skip(1).filter_map(|block| {
            let (old, new) = block.split_once("// stands\n")?;
            Some([old.to_owned(), new.split_once("// end of block")?.0.to_owned()])
        });
        let (test, says, blocks) = (test.to_owned(), says.to_owned(), blocks.collect());
        Ok(Variant { name, level, test, says, blocks })
    }

    /// Returns the solution with this belief, or `None` if it does not have each block once.
    fn apply(&self, solution: &str) -> Option<String> {
        self.blocks.iter().try_fold(solution.to_owned(), |text, [old, new]| {
            (text.matches(old).count() == 1).then(|| text.replacen(old, new, 1))
        })
    }
}
