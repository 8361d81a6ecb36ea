//! [`Program`]: which programs or tests a name means, and what there is instead.

use std::collections::BTreeSet;
use std::io;
use std::path::{Path, PathBuf};

use serde_json::{Value, from_str};
use workshop::{building, root};

use crate::options::refuse;

/// A program, an example or a file of tests of a package: its name for cargo, and that of its file.
pub struct Program {
    pub folder: PathBuf,
    pub package: String,
    pub kind: &'static str,
    pub name: String,
    pub file: String,
}

impl Program {
    /// Builds it as it is developed: with the lines of its source. Returns its path.
    pub fn build(&self) -> io::Result<PathBuf> {
        let mut cargo = building::cargo();
        // With this package, dependencies have the features with which they are compiled already.
        match self.kind {
            "test" => cargo.args(["test", "--no-run"]),
            _ => cargo.args(["build", "--package", "trace-page", "--bin", "trace-page"]),
        };
        cargo.arg("--manifest-path").arg(root::find(None)?.join("Cargo.toml"));
        cargo.args(["--package", &self.package, &format!("--{}", self.kind), &self.name]);
        building::program(&mut cargo, &self.name)
    }
}

/// Returns the program, example or file of tests of this name: one in each of these packages, or in all if
/// none is named. Without a name, that is the program of the package. Ends this program if there are more or
/// fewer.
pub fn programs(kind: &'static str, name: &str, packages: &BTreeSet<&str>) -> io::Result<Vec<Program>> {
    let mut cargo = building::cargo();
    cargo.args(["metadata", "--no-deps", "--format-version=1", "--manifest-path"]);
    let metadata = root::output(cargo.arg(root::find(None)?.join("Cargo.toml")))?;
    let metadata: Value = from_str(&metadata)?;
    let program = |package: &Value, own: &Value| {
        let folder = Path::new(package["manifest_path"].as_str()?).parent()?.to_path_buf();
        let (package, name) = (package["name"].as_str()?.to_owned(), own["name"].as_str()?.to_owned());
        let file = Path::new(own["src_path"].as_str()?).file_stem()?.to_str()?;
        let file = if file == "main" { name.clone() } else { file.to_owned() };
        // Some only show an error of the compiler.
        let is_built = own["required-features"].is_null() && own["kind"][0] == kind;
        let is_asked_for = packages.is_empty() || packages.contains(&*package);
        (is_built && is_asked_for).then_some(Program { folder, package, kind, name, file })
    };
    let mut all = Vec::new();
    for package in metadata["packages"].as_array().into_iter().flatten() {
        let own = package["targets"].as_array().into_iter().flatten();
        all.extend(own.filter_map(|own| program(package, own)));
    }
    all.sort_by(|one: &Program, other| one.package.cmp(&other.package));
    let is_own = |own: &Program| name.is_empty() && own.name == own.package;
    let is_called = |own: &Program| own.name == name || own.file == name || is_own(own);
    let (called, others): (Vec<_>, Vec<_>) = all.into_iter().partition(is_called);
    if called.len() == packages.len().max(1) {
        return Ok(called);
    }
    let list = if called.is_empty() { others } else { called };
    let list: String = list.iter().map(|own| format!("\n  {} {}", own.package, own.file)).collect();
    let what = if kind == "test" { "file of tests" } else { "program" };
    refuse(&format!("which {what} is `{name}`? There are{list}"))
}
