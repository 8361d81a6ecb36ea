//! [`Scratch`]: a learner's folder in `target`, in which a solution is put, and the package that tests it.

use std::fs;
use std::io;
use std::path::PathBuf;
use std::process::Stdio;
use std::time::{Duration, Instant};

use crate::levels;
use crate::program::Program;
use workshop::building::cargo;

/// A folder for one program: its library, and the package of its tests.
pub struct Scratch<'a> {
    program: &'a Program,
    lib: PathBuf,
    package: PathBuf,
}

/// What came of a run.
pub struct Ran {
    pub passes: bool,
    /// What the tests, or else the compiler, have printed.
    pub output: String,
    /// The time that the tests took, without the compiler.
    pub time: Duration,
}

impl<'a> Scratch<'a> {
    /// Makes the folder.
    pub fn new(program: &'a Program) -> io::Result<Scratch<'a>> {
        let target = program.root.join("target/own-verify");
        let folder = target.join(&program.name);
        fs::create_dir_all(folder.join("src"))?;
        // A warning of our solution is an error.
        let strict = "\n[lints.rust]\nwarnings = \"deny\"\n\n[workspace]\n";
        fs::write(folder.join("Cargo.toml"), program.manifest("start.toml")? + strict)?;
        let package = levels::package(&target.join("levels"), program, &folder)?;
        Ok(Scratch { program, lib: folder.join("src/lib.rs"), package })
    }

    /// Runs the tests of these levels with `text` as the learner's code, or the one of this name.
    pub fn run(&self, text: &str, levels: &[usize], test: Option<&str>) -> io::Result<Ran> {
        fs::write(&self.lib, text)?;
        let which = levels::arguments(self.program, levels)?;
        let run = |last: &[&str]| {
            let mut cargo = cargo();
            cargo.arg("test").current_dir(&self.package).env("RUST_BACKTRACE", "0").stdin(Stdio::null());
            // With a trace, a test that hangs is not run once more for one.
            cargo.env(trace::FILE, "");
            cargo.arg("--no-fail-fast").args(&which).args(last).output()
        };
        let compiled = run(&["--no-run"])?;
        if !compiled.status.success() {
            let output = String::from_utf8_lossy(&compiled.stderr).into_owned();
            return Ok(Ran { passes: false, output, time: Duration::ZERO });
        }
        let since = Instant::now();
        let ran = match test {
            Some(test) => run(&["--", "--exact", test])?,
            None => run(&[])?,
        };
        let output =
            [ran.stdout, ran.stderr].map(|text| String::from_utf8_lossy(&text).into_owned()).concat();
        Ok(Ran { passes: ran.status.success(), output, time: since.elapsed() })
    }
}

impl Ran {
    /// Returns whether a test of that name has failed, or has ended the process.
    pub fn failed(&self, test: &str) -> bool {
        self.output.contains(&format!("test {test} ... FAILED"))
            || self.output.contains(&format!("\n{test}: "))
    }

    /// Returns what came of it, in words.
    pub fn verdict(&self) -> String {
        format!("{}, {:.1} s", if self.passes { "passes" } else { "FAILS" }, self.time.as_secs_f64())
    }
}
