//! The programs of a race and of the numbers, built by cargo.

use std::collections::{BTreeMap, BTreeSet};
use std::env;
use std::io;
use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::building;

/// The package that serves the site.
const THIS: &str = "race";

/// Beside this package are the others.
const MANIFEST: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml");

/// Whether this program is built with optimizations.
pub const OPTIMIZED: bool = !cfg!(debug_assertions);

/// Where the programs are.
#[derive(Debug)]
pub struct Programs {
    built: BTreeMap<String, PathBuf>,
    /// The contestant that takes the place of all that are not built.
    any: Option<PathBuf>,
}

impl Programs {
    /// Returns this program for the site, and `contestant`, which knows every strategy, for all others.
    ///
    /// # Errors
    /// If the system does not tell where this program is.
    pub fn unbuilt(contestant: &Path) -> io::Result<Programs> {
        Ok(Programs { any: Some(contestant.to_owned()), ..Programs::this()? })
    }

    /// Builds the programs of these packages, optimized, and the workshop itself unless this program is optimized.
    ///
    /// So no running program is replaced, which some systems refuse: either cargo builds into the folder for
    /// optimized programs, where this one is not, or it does not build this one.
    ///
    /// # Errors
    /// If cargo cannot be run, or if it fails. It has reported its own errors on stderr.
    pub fn build(packages: &BTreeSet<&str>) -> io::Result<Programs> {
        let mut programs = Programs::this()?;
        let site = (!OPTIMIZED).then_some(THIS);
        let mut command = building::cargo();
        command.args(["build", "--manifest-path", MANIFEST, "--release"]);
        command.arg("--message-format=json-render-diagnostics");
        for package in packages.iter().copied().chain(site) {
            command.args(["--package", package, "--bin", package]);
        }
        let messages = building::build(
            &mut command,
            "Compiling with optimizations, for a minute or two the first time ...",
        )?
        .ok_or_else(|| io::Error::other("the build has failed"))?;
        programs.built.extend(messages.iter().filter_map(executable));
        Ok(programs)
    }

    fn this() -> io::Result<Programs> {
        Ok(Programs { built: BTreeMap::from([(THIS.to_owned(), env::current_exe()?)]), any: None })
    }

    /// Returns this program, which serves the site, with optimizations.
    ///
    /// # Errors
    /// If cargo did not name it.
    pub fn workshop(&self) -> io::Result<&Path> {
        self.of(THIS)
    }

    /// Returns the program of a package.
    ///
    /// # Errors
    /// If cargo did not name it.
    pub fn of(&self, package: &str) -> io::Result<&Path> {
        let program = self.built.get(package).or(self.any.as_ref());
        program
            .map(PathBuf::as_path)
            .ok_or_else(|| io::Error::other(format!("cargo built no program called {package}")))
    }
}

/// The program that a message of cargo's names (the Cargo book, "External tools").
fn executable(message: &Value) -> Option<(String, PathBuf)> {
    let name = message["target"]["name"].as_str()?;
    Some((name.to_owned(), message["executable"].as_str()?.into()))
}
