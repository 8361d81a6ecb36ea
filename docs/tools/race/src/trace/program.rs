//! Which program the arguments name, and what there is instead.

use std::ffi::OsString;
use std::io;
use std::path::Path;

use clap::error::ErrorKind;
use serde_json::Value;
use workshop::diff::Workspace;
use workshop::{building, root};

use super::Args;

/// A program to trace.
pub struct Program {
    /// The package.
    pub package: String,
    /// `bin` or `example`.
    pub kind: &'static str,
    /// The name of the file, without `.rs`.
    pub file: String,
    /// The name that cargo knows it by.
    pub name: String,
    /// Its arguments.
    pub args: Vec<OsString>,
}

impl Args {
    /// Returns the programs to trace. Ends this program if one does not exist.
    ///
    /// # Errors
    /// If the workspace cannot be read.
    pub fn programs(&self) -> io::Result<Vec<Program>> {
        let workspace = Workspace::open(None)?;
        let programs = self.named(&workspace, &all()?);
        let wrong = |message| clap::Error::raw(ErrorKind::ValueValidation, format!("{message}\n"));
        Ok(programs.unwrap_or_else(|message| wrong(message).exit()))
    }

    fn named(&self, workspace: &Workspace, all: &[Program]) -> Result<Vec<Program>, String> {
        // No name of a stage has one of these.
        let is_url = |text: &&String| text.contains(['.', ':', '/']) || *text == "localhost";
        let url = self.what.last().filter(is_url);
        let stages = &self.what[..self.what.len() - usize::from(url.is_some())];
        let names = stages.iter().map(|name| Ok(workspace.stage(name)?.name.as_str()));
        let mut packages = names.collect::<Result<Vec<_>, String>>()?;
        if let Some(name) = self.example.as_ref().or(self.demo.as_ref()) {
            if url.is_some() || packages.len() > 1 {
                return Err("--example takes one stage and no URL; its arguments stand after `--`".into());
            }
            let is_demo = self.demo.is_some();
            let kind = if is_demo { "bin" } else { "example" };
            let stage = if is_demo { Some("demos") } else { packages.pop() };
            let is_one = |program: &&Program| {
                program.kind == kind && stage.is_none_or(|stage| program.package == stage)
            };
            let candidates: Vec<_> = all.iter().filter(is_one).collect();
            return Ok(vec![choose(&candidates, name)?.with(self.args.clone())]);
        }
        if packages.is_empty() {
            packages.push(&workspace.stages[3].name);
        }
        if packages.len() > 1 && self.json.is_some() {
            return Err("--json keeps the trace of one program; run the command once for each stage".into());
        }
        let limits = [("--max-pages", self.max_pages), ("--max-tasks", self.max_tasks)];
        let limits = limits.map(|(name, number)| OsString::from(format!("{name}={number}")));
        let rest = url.map(OsString::from).into_iter().chain(self.args.clone());
        let args: Vec<OsString> = ["--quiet".into()].into_iter().chain(limits).chain(rest).collect();
        let stage = |package: &str| Program::new(package, "bin", package, package).with(args.clone());
        Ok(packages.into_iter().map(stage).collect())
    }
}

impl Program {
    fn new(package: &str, kind: &'static str, file: &str, name: &str) -> Program {
        let [package, file, name] = [package, file, name].map(str::to_owned);
        Program { package, kind, file, name, args: Vec::new() }
    }

    fn with(&self, args: Vec<OsString>) -> Program {
        Program { args, ..Program::new(&self.package, self.kind, &self.file, &self.name) }
    }
}

/// Returns the only candidate with this name of a file, or of a target.
fn choose<'a>(candidates: &[&'a Program], name: &str) -> Result<&'a Program, String> {
    let is_called = |program: &&Program| program.file == name || program.name == name;
    let called: Vec<_> = candidates.iter().copied().filter(is_called).collect();
    let list = |programs: &[&Program]| {
        let names = programs.iter().map(|program| format!("\n  {} {}", program.package, program.file));
        names.collect::<String>()
    };
    match called[..] {
        [program] => Ok(program),
        [] => Err(format!("no program is called `{name}`; there are{}", list(candidates))),
        _ => Err(format!("name the stage of `{name}`, too; there are{}", list(&called))),
    }
}

/// Returns the programs and examples of the workspace, without those that only show an error of the compiler.
fn all() -> io::Result<Vec<Program>> {
    let mut cargo = building::cargo();
    cargo.args(["metadata", "--no-deps", "--format-version=1", "--manifest-path"]);
    let metadata = root::output(cargo.arg(root::find()?.join("Cargo.toml")))?;
    let metadata: Value = serde_json::from_str(&metadata)?;
    let mut programs = Vec::new();
    for package in metadata["packages"].as_array().into_iter().flatten() {
        for target in package["targets"].as_array().into_iter().flatten() {
            let kind = ["bin", "example"].into_iter().find(|kind| target["kind"][0] == *kind);
            let file = target["src_path"].as_str().and_then(|path| Path::new(path).file_stem()?.to_str());
            let names = (package["name"].as_str(), kind, file, target["name"].as_str());
            if let (Some(package), Some(kind), Some(file), Some(name)) = names
                && target["required-features"].is_null()
            {
                programs.push(Program::new(package, kind, file, name));
            }
        }
    }
    Ok(programs)
}
