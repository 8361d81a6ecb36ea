//! [`Test`]: which test of the stages a name means.

use std::collections::BTreeSet;
use std::io;
use std::path::Path;

use walkdir::WalkDir;
use workshop::diff::Workspace;
use workshop::root::{self, read};

use crate::options::refuse;

/// A test.
pub struct Test {
    /// The package that has it, unless several of them do.
    pub package: Option<String>,
    /// The file of tests, by its name for cargo.
    pub file: String,
    /// The path of the test there.
    pub path: String,
}

/// Returns the test of this name in one of these packages, or in any stage if there are none. The name may be the end of a path.
/// Ends this program if there is none, or more than one.
pub fn find_test(workspace: &Workspace, packages: &BTreeSet<&str>, name: &str) -> io::Result<Test> {
    let root = root::find(None)?;
    let mut found = Vec::new();
    for stage in &workspace.stages {
        if packages.is_empty() || packages.contains(&*stage.name) {
            let called = called(&root.join(stage.folder).join("tests"), name)?;
            found.extend(called.into_iter().map(|path| (stage.name.clone(), path)));
        }
    }
    let mut names: Vec<_> = found.iter().map(|(_, path)| path.clone()).collect();
    names.dedup();
    match (&names[..], &found[..]) {
        ([path], all) if all.len() == 1 || !packages.is_empty() => {
            let package = Some(all[0].0.clone()).filter(|_| all.len() == 1);
            Ok(Test::at(package, path))
        }
        // A macro may have made it.
        ([], _) if name.contains("::") => Ok(Test::at(None, name)),
        ([], _) => {
            refuse(&format!("no test is called `{name}`; `cargo workshop check` shows the names of tests"))
        }
        _ => {
            let list: String = found.iter().map(|(package, path)| format!("\n  {package} {path}")).collect();
            refuse(&format!("which test is `{name}`? There are{list}"))
        }
    }
}

impl Test {
    /// Divides `parts::timer::it_wakes` into the file of tests and the path in it.
    fn at(package: Option<String>, name: &str) -> Test {
        let (file, path) = name.split_once("::").unwrap_or_default();
        Test { package, file: file.to_owned(), path: path.to_owned() }
    }
}

/// Returns the whole paths of the tests in a folder whose paths end with `name`.
fn called(tests: &Path, name: &str) -> io::Result<Vec<String>> {
    let function = name.rsplit("::").next().unwrap_or(name);
    let mut found = Vec::new();
    for entry in WalkDir::new(tests).sort_by_file_name() {
        let file = entry?.into_path();
        if file.extension().is_none_or(|extension| extension != "rs")
            || !read(&file)?.contains(&format!("fn {function}()"))
        {
            continue;
        }
        let inner = file.strip_prefix(tests).unwrap_or(&file).with_extension("");
        let modules = inner.iter().map(|part| part.to_string_lossy()).filter(|part| *part != "main");
        let path = modules.chain([function.into()]).collect::<Vec<_>>().join("::");
        if path == name || path.ends_with(&format!("::{name}")) {
            found.push(path);
        }
    }
    Ok(found)
}
