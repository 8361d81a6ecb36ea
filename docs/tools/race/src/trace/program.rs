//! Which programs or tests the arguments name, and what there is instead.

use std::ffi::OsString;
use std::io;
use std::path::{Path, PathBuf};

use serde_json::Value;
use workshop::diff::Workspace;
use workshop::{building, root};

use super::args::{Args, refuse};
use super::run::Run;

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
        let test = last.and_then(|last| last.split_once("::"));
        let mut args: Vec<_> = last.filter(|_| test.is_none()).map(OsString::from).into_iter().collect();
        if let Some((_, path)) = test {
            // With one thread alone, a panic would name that one `main`.
            let options = ["--exact", "--nocapture", "--include-ignored", "--test-threads=2", path];
            args.extend(options.map(OsString::from));
        } else if self.example.is_none() && self.demo.is_none() {
            args.push(format!("--max-pages={}", self.max_pages).into());
            args.push(format!("--max-tasks={}", self.max_tasks).into());
        }
        args.extend(self.args.iter().cloned());
        self.named(stages, test)?.iter().map(|target| Run::record(target, &args, self.limit)).collect()
    }

    /// Returns what is named: a program, an example or the file of a test, in each of some stages.
    fn named(&self, stages: &[String], test: Option<(&str, &str)>) -> io::Result<Vec<Target>> {
        let workspace = Workspace::open(None)?;
        let stage = |name: &String| workspace.stage(name).unwrap_or_else(|message| refuse(&message));
        let mut packages: Vec<_> = stages.iter().map(|name| stage(name).name.as_str()).collect();
        let (kind, name, default) = match (&self.example, &self.demo, test) {
            (Some(name), ..) => ("example", Some(name.as_str()), None),
            (_, Some(name), _) => ("bin", Some(name.as_str()), Some("demos")),
            (.., Some((file, _))) => ("test", Some(file), None),
            _ => ("bin", None, Some("stage4-async")),
        };
        packages.extend(default.filter(|_| stages.is_empty()));
        packages.sort_unstable();
        packages.dedup();
        let mut all = targets()?;
        all.retain(|target| packages.is_empty() || packages.contains(&&*target.package));
        all.retain(|target| target.kind == kind);
        let is_called = |target: &Target| match name {
            Some(name) => target.file == name || target.name == name,
            None => target.name == target.package,
        };
        let (called, others): (Vec<_>, Vec<_>) = all.into_iter().partition(is_called);
        if called.len() == packages.len().max(1) {
            return Ok(called);
        }
        let list = if called.is_empty() { others } else { called };
        let list: String = list.iter().map(|own| format!("\n  {} {}", own.package, own.file)).collect();
        let what = if kind == "test" { "file of tests" } else { "program" };
        refuse(&format!("which {what} is `{}`? There are{list}", name.unwrap_or_default()))
    }
}

/// Returns the programs, examples and files of tests, without those that only show an error of the compiler.
fn targets() -> io::Result<Vec<Target>> {
    let mut cargo = building::cargo();
    cargo.args(["metadata", "--no-deps", "--format-version=1", "--manifest-path"]);
    let metadata = root::output(cargo.arg(root::find()?.join("Cargo.toml")))?;
    let metadata: Value = serde_json::from_str(&metadata)?;
    let packages = metadata["packages"].as_array().into_iter().flatten();
    let targets = packages.flat_map(|package| {
        let own = package["targets"].as_array().into_iter().flatten();
        own.filter_map(|target| Target::of(package, target))
    });
    Ok(targets.collect())
}

impl Target {
    fn of(package: &Value, target: &Value) -> Option<Target> {
        let kind = ["bin", "example", "test"].into_iter().find(|kind| target["kind"][0] == *kind)?;
        let folder = Path::new(package["manifest_path"].as_str()?).parent()?.to_path_buf();
        let (package, name) = (package["name"].as_str()?.to_owned(), target["name"].as_str()?.to_owned());
        let file = Path::new(target["src_path"].as_str()?).file_stem()?.to_str()?;
        let file = if file == "main" { name.clone() } else { file.to_owned() };
        target["required-features"].is_null().then_some(Target { folder, package, kind, name, file })
    }
}
