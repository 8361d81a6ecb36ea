//! The programs of a race, built by cargo.

use std::collections::{BTreeMap, BTreeSet};
use std::env;
use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde_json::Value;

/// The package that serves the site.
const WORKSHOP: &str = "workshop";

/// Beside this package are the others.
const MANIFEST: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml");

/// Where the programs are.
#[derive(Debug)]
pub struct Programs {
    built: BTreeMap<String, PathBuf>,
    /// What takes the place of all that are not there.
    any: Option<PathBuf>,
}

impl Programs {
    /// This program for the site, and `contestant`, which knows every strategy, for all others.
    ///
    /// # Errors
    /// The system does not tell where this program is.
    pub fn unbuilt(contestant: &Path) -> io::Result<Programs> {
        let built = BTreeMap::from([(WORKSHOP.to_owned(), env::current_exe()?)]);
        Ok(Programs { built, any: Some(contestant.to_owned()) })
    }

    /// Builds the programs of these packages and the workshop itself, optimized.
    ///
    /// # Errors
    /// Cargo cannot be run, or it fails; why, it has said itself on stderr.
    pub fn build(packages: &BTreeSet<&str>) -> io::Result<Programs> {
        let mut command = cargo("build");
        // The program that runs would else be replaced, or one that another build has just made.
        command.arg("--target-dir").arg(target_directory()?.join("race"));
        command.args(["--release", "--message-format=json-render-diagnostics"]);
        // In a log, only what goes wrong is of interest.
        if !io::stderr().is_terminal() {
            command.arg("--quiet");
        }
        for package in packages.iter().chain([&WORKSHOP]) {
            command.args(["--package", package, "--bin", package]);
        }
        let built = command.stderr(Stdio::inherit()).output()?;
        if !built.status.success() {
            return Err(io::Error::other("the contestants cannot be built"));
        }
        let messages = String::from_utf8_lossy(&built.stdout);
        let messages = messages.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok());
        Ok(Programs { built: messages.filter_map(|message| executable(&message)).collect(), any: None })
    }

    /// The program that serves the site.
    ///
    /// # Errors
    /// Cargo did not name it.
    pub fn workshop(&self) -> io::Result<&Path> {
        self.of(WORKSHOP)
    }

    /// The program of a package.
    ///
    /// # Errors
    /// Cargo did not name it.
    pub fn of(&self, package: &str) -> io::Result<&Path> {
        let program = self.built.get(package).or(self.any.as_ref());
        program
            .map(PathBuf::as_path)
            .ok_or_else(|| io::Error::other(format!("cargo built no program called {package}")))
    }
}

/// Where cargo puts what it builds, as its configuration and the environment say.
fn target_directory() -> io::Result<PathBuf> {
    let metadata =
        cargo("metadata").args(["--no-deps", "--format-version", "1"]).stderr(Stdio::inherit()).output()?;
    let metadata: Value = serde_json::from_slice(&metadata.stdout)?;
    let directory = metadata["target_directory"].as_str();
    directory.map(PathBuf::from).ok_or_else(|| io::Error::other("cargo names no target directory"))
}

fn cargo(command: &str) -> Command {
    let mut cargo = Command::new(env::var_os("CARGO").unwrap_or("cargo".into()));
    cargo.args([command, "--manifest-path", MANIFEST]).stdin(Stdio::null());
    cargo
}

/// The program that a message of cargo's names (the Cargo book, "External tools").
fn executable(message: &Value) -> Option<(String, PathBuf)> {
    let name = message["target"]["name"].as_str()?;
    Some((name.to_owned(), message["executable"].as_str()?.into()))
}
