//! Which programs or tests the arguments name, and what there is instead.

use std::ffi::OsString;
use std::io;
use std::path::{Path, PathBuf};

use serde_json::Value;
use workshop::diff::Workspace;
use workshop::{building, root};

use super::args::{Args, ONE, refuse};
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
    /// Builds and runs what the arguments name. Ends this program if that does not exist.
    ///
    /// # Errors
    /// If a program cannot be built or run, or if it leaves no trace.
    pub(super) fn record(&self) -> io::Result<Vec<Run>> {
        // No name of a stage has one of these.
        let is_no_stage = |text: &&String| text.contains(['.', ':', '/']) || *text == "localhost";
        let last = self.what.last().filter(is_no_stage);
        let stages = &self.what[..self.what.len() - usize::from(last.is_some())];
        let test = last.and_then(|last| last.split_once("::"));
        let url = last.filter(|_| test.is_none());
        let targets = self.named(stages, test, targets()?).unwrap_or_else(|message| refuse(&message));
        let mut args: Vec<_> = url.map(OsString::from).into_iter().chain(self.args.clone()).collect();
        if let Some((_, path)) = test {
            // With one thread alone, a panic would name that one `main`.
            args.splice(
                ..0,
                [path, "--exact", "--nocapture", "--include-ignored", "--test-threads=2"].map(OsString::from),
            );
        } else if self.example.is_none() && self.demo.is_none() {
            let limits = [("--max-pages", self.max_pages), ("--max-tasks", self.max_tasks)];
            args.splice(..0, limits.map(|(name, number)| format!("{name}={number}").into()));
        }
        targets.iter().map(|target| Run::record(target, &args, self.limit)).collect()
    }

    /// Returns what is named: a program, an example or the file of a test, in each of some stages.
    fn named(
        &self,
        stages: &[String],
        test: Option<(&str, &str)>,
        mut all: Vec<Target>,
    ) -> Result<Vec<Target>, String> {
        let workspace = Workspace::open(None).map_err(|error| error.to_string())?;
        let packages = stages.iter().map(|name| Ok(workspace.stage(name)?.name.as_str()));
        let mut packages = packages.collect::<Result<Vec<_>, String>>()?;
        let (kind, name, default) = match (&self.example, &self.demo, test) {
            (Some(name), ..) => ("example", Some(name.as_str()), None),
            (_, Some(name), _) => ("bin", Some(name.as_str()), Some("demos")),
            (.., Some((file, _))) => ("test", Some(file), None),
            _ => ("bin", None, Some("stage4-async")),
        };
        packages.extend(default.filter(|_| stages.is_empty()));
        packages.sort_unstable();
        packages.dedup();
        if packages.len() > 1 && self.json.is_some() {
            return Err(ONE.into());
        }
        all.retain(|target| packages.is_empty() || packages.contains(&&*target.package));
        all.retain(|target| target.kind == kind && (name.is_some() || target.name == target.package));
        let is_called = |target: &Target| name.is_none_or(|name| target.file == name || target.name == name);
        let count = all.iter().filter(|target| is_called(target)).count();
        all.retain(|target| count == 0 || is_called(target));
        if count == packages.len().max(1) {
            return Ok(all);
        }
        let list: String =
            all.iter().map(|target| format!("\n  {} {}", target.package, target.file)).collect();
        Err(format!(
            "which {} is `{}`? There are{list}",
            if kind == "test" { "file of tests" } else { "program" },
            name.unwrap_or_default()
        ))
    }
}

/// Returns the programs, examples and files of tests, without those that only show an error of the compiler.
fn targets() -> io::Result<Vec<Target>> {
    let mut cargo = building::cargo();
    cargo.args(["metadata", "--no-deps", "--format-version=1", "--manifest-path"]);
    let metadata = root::output(cargo.arg(root::find()?.join("Cargo.toml")))?;
    let metadata: Value = serde_json::from_str(&metadata)?;
    let all = |value: &Value| value.as_array().cloned().unwrap_or_default();
    let target = |package: &Value, target: &Value| {
        let kind = ["bin", "example", "test"].into_iter().find(|kind| target["kind"][0] == *kind)?;
        let folder = Path::new(package["manifest_path"].as_str()?).parent()?.to_path_buf();
        let [package, name] = [package, target].map(|value| Some(value["name"].as_str()?.to_owned()));
        let file = Path::new(target["src_path"].as_str()?).file_stem()?.to_str()?;
        let file = if file == "main" { name.clone()? } else { file.to_owned() };
        target["required-features"].is_null().then_some(Target {
            folder,
            package: package?,
            kind,
            name: name?,
            file,
        })
    };
    let of =
        |package: Value| all(&package["targets"]).into_iter().filter_map(move |own| target(&package, &own));
    Ok(all(&metadata["packages"]).into_iter().flat_map(of).collect())
}
