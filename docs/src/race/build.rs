//! The programs of a race, built by cargo.

use std::collections::{BTreeMap, BTreeSet};
use std::env;
use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde_json::Value;

/// The package that serves the site.
const WORKSHOP: &str = "workshop";

/// Where the programs are.
#[derive(Debug)]
pub struct Programs(BTreeMap<String, PathBuf>);

impl Programs {
    /// Builds the programs of these packages and the workshop itself, optimized unless `debug`.
    ///
    /// # Errors
    /// Cargo cannot be run, or it fails; why, it has said itself on stderr.
    pub fn build(packages: &BTreeSet<&str>, debug: bool) -> io::Result<Programs> {
        let mut command = Command::new(env::var_os("CARGO").unwrap_or("cargo".into()));
        // Beside this package are the others.
        command.args(["build", "--manifest-path", concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml")]);
        command.arg("--message-format=json-render-diagnostics");
        if !debug {
            command.arg("--release");
        }
        // In a log, only what goes wrong is of interest.
        if !io::stderr().is_terminal() {
            command.arg("--quiet");
        }
        for package in packages.iter().chain([&WORKSHOP]) {
            command.args(["--package", package, "--bin", package]);
        }
        let built = command.stdin(Stdio::null()).stderr(Stdio::inherit()).output()?;
        if !built.status.success() {
            return Err(io::Error::other("the contestants cannot be built"));
        }
        let messages = String::from_utf8_lossy(&built.stdout);
        let messages = messages.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok());
        Ok(Programs(messages.filter_map(|message| executable(&message)).collect()))
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
        let program = self.0.get(package).map(PathBuf::as_path);
        program.ok_or_else(|| io::Error::other(format!("cargo built no program called {package}")))
    }
}

/// The program that a message of cargo's names (the Cargo book, "External tools").
fn executable(message: &Value) -> Option<(String, PathBuf)> {
    let name = message["target"]["name"].as_str()?;
    Some((name.to_owned(), message["executable"].as_str()?.into()))
}
