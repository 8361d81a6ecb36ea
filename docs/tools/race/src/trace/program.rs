//! Which programs or tests the arguments name, and what there is instead.

use std::collections::BTreeSet;
use std::ffi::OsString;
use std::io;
use std::path::{Path, PathBuf};

use serde_json::{Value, from_str};
use workshop::diff::Workspace;
use workshop::exercises::Course;
use workshop::{building, root};

use super::run::Run;
use super::{Args, refuse};

/// A program, an example or a file of tests of a package: its name for cargo, and that of its file.
pub struct Target {
    pub folder: PathBuf,
    pub package: String,
    pub kind: &'static str,
    pub name: String,
    pub file: String,
}

impl Args {
    /// Returns the stages, and what comes after them: a URL or a test.
    pub(super) fn parts(&self) -> (&[String], Option<&String>) {
        // No name of a stage has one of these.
        let is_no_stage = |text: &&String| text.contains(['.', ':', '/']) || *text == "localhost";
        let last = self.what.last().filter(is_no_stage);
        (&self.what[..self.what.len() - usize::from(last.is_some())], last)
    }

    /// Builds and runs what the arguments name. Ends this program if that does not exist.
    pub(super) fn record(&self) -> io::Result<Vec<Run>> {
        let (stages, last) = self.parts();
        let (url, test) = (last.cloned(), last.and_then(|last| last.split_once("::")));
        let (kind, name, default, args) = match (&self.example, &self.demo, test) {
            (Some(name), ..) => ("example", &**name, None, Vec::from_iter(url)),
            (_, Some(name), _) => ("bin", &**name, Some("demos"), Vec::new()),
            (.., Some((file, path))) => {
                // With one thread alone, a panic would name that one `main`.
                let options = ["--exact", "--nocapture", "--include-ignored", "--test-threads=2", path];
                ("test", file, None, options.map(str::to_owned).into())
            }
            _ => {
                let pages = format!("--max-pages={}", self.max_pages);
                let tasks = format!("--max-tasks={}", self.max_tasks);
                ("bin", "", Some("stage4-async"), [pages, tasks].into_iter().chain(url).collect())
            }
        };
        let args: Vec<_> = args.into_iter().map(OsString::from).chain(self.args.clone()).collect();
        let workspace = Workspace::open(None)?;
        let stage = |name: &String| workspace.stage(name).unwrap_or_else(|message| refuse(&message));
        let mut packages: BTreeSet<_> = stages.iter().map(|name| &*stage(name).name).collect();
        packages.extend(default.filter(|_| stages.is_empty()));
        if let Some(hole) = Course::open(None)?.open_hole(|_| true) {
            eprintln!("Code that reaches a hole panics: {hole}.");
        }
        targets(kind, name, &packages)?.iter().map(|target| Run::record(target, &args, self.limit)).collect()
    }
}

/// Returns the program, example or file of tests of this name: one in each of these packages, or in all if none is named.
/// Without a name, that is the program of the package. Ends this program if there are more or fewer.
fn targets(kind: &'static str, name: &str, packages: &BTreeSet<&str>) -> io::Result<Vec<Target>> {
    let mut cargo = building::cargo();
    cargo.args(["metadata", "--no-deps", "--format-version=1", "--manifest-path"]);
    let metadata = root::output(cargo.arg(root::find()?.join("Cargo.toml")))?;
    let metadata: Value = from_str(&metadata)?;
    let target = |package: &Value, own: &Value| {
        let folder = Path::new(package["manifest_path"].as_str()?).parent()?.to_path_buf();
        let (package, name) = (package["name"].as_str()?.to_owned(), own["name"].as_str()?.to_owned());
        let file = Path::new(own["src_path"].as_str()?).file_stem()?.to_str()?;
        let file = if file == "main" { name.clone() } else { file.to_owned() };
        // Some only show an error of the compiler.
        let is_built = own["required-features"].is_null() && own["kind"][0] == kind;
        let is_asked_for = packages.is_empty() || packages.contains(&*package);
        (is_built && is_asked_for).then_some(Target { folder, package, kind, name, file })
    };
    let mut all = Vec::new();
    for package in metadata["packages"].as_array().into_iter().flatten() {
        let own = package["targets"].as_array().into_iter().flatten();
        all.extend(own.filter_map(|own| target(package, own)));
    }
    let is_own = |own: &Target| name.is_empty() && own.name == own.package;
    let is_called = |own: &Target| own.name == name || own.file == name || is_own(own);
    let (called, others): (Vec<_>, Vec<_>) = all.into_iter().partition(is_called);
    if called.len() == packages.len().max(1) {
        return Ok(called);
    }
    let list = if called.is_empty() { others } else { called };
    let list: String = list.iter().map(|own| format!("\n  {} {}", own.package, own.file)).collect();
    let what = if kind == "test" { "file of tests" } else { "program" };
    refuse(&format!("which {what} is `{name}`? There are{list}"))
}
