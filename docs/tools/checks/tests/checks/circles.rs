//! No file imports one that imports it, directly or round about.

use std::collections::{BTreeMap, BTreeSet};

use crate::sources;
use crate::uses::{Uses, uses};

/// The files, by name.
type Files<'a> = BTreeMap<&'a str, Uses<'a>>;

#[test]
fn no_file_imports_one_that_imports_it() {
    let sources: Vec<_> = sources().into_iter().filter(|(name, _)| name.contains("/src/")).collect();
    let files: Files<'_> = sources.iter().map(|(name, text)| (name.as_str(), uses(text))).collect();
    let imports: BTreeMap<_, _> =
        files.keys().map(|&name| (name.to_owned(), imported(name, &files))).collect();
    let is_in_circle = |name: &&String| reached(name, &imports).contains(*name);
    let found: Vec<_> = imports.keys().filter(is_in_circle).cloned().collect();
    let rule = "each of these imports a file that imports it, directly or round about";
    assert!(found.is_empty(), "{rule}: {found:#?}");
}

/// Returns all files that a file imports, directly or round about.
fn reached(name: &String, imports: &BTreeMap<String, BTreeSet<String>>) -> BTreeSet<String> {
    let mut reached = BTreeSet::new();
    let mut open = vec![name];
    while let Some(name) = open.pop() {
        open.extend(imports[name].iter().filter(|&other| reached.insert(other.clone())));
    }
    reached
}

/// Returns the files of the same package that a file imports. A name that its module only exports again is in the file that has it.
fn imported(name: &str, files: &Files<'_>) -> BTreeSet<String> {
    let imported = files[name].imports.iter().filter_map(|path| file_of(name, path, files));
    imported.filter(|other| other != name).collect()
}

/// Returns the file that has what a path in the file `name` leads to, if it is in the same package.
fn file_of(name: &str, path: &[&str], files: &Files<'_>) -> Option<String> {
    let (package, file) = name.split_once("/src/").expect("it is in `src`");
    let mut module: Vec<_> = file.trim_end_matches(".rs").split('/').collect();
    module.pop_if(|last| ["lib", "main", "mod"].contains(last));
    let supers = path.iter().take_while(|name| **name == "super").count();
    let (above, rest) = match path[0] {
        "crate" => (&[][..], &path[1..]),
        "self" => (&module[..], &path[1..]),
        _ => (&module[..module.len().checked_sub(supers)?], &path[supers..]),
    };
    let path = [above, rest].concat();
    // What has no file of its own is in that of the module around it.
    let file_at = |path: &[&str]| {
        let names = match &*path.join("/") {
            "" => ["lib.rs".to_owned(), "main.rs".to_owned()],
            prefix => [format!("{prefix}.rs"), format!("{prefix}/mod.rs")],
        };
        let mut names = names.map(|name| format!("{package}/src/{name}")).into_iter();
        names.find(|name| files.contains_key(name.as_str()))
    };
    (0..=path.len()).rev().find_map(|end| {
        let file = file_at(&path[..end])?;
        let is_it = |export: &&Vec<&str>| path.get(end).is_some_and(|name| export.last() == Some(name));
        let export = files[file.as_str()].exports.iter().find(is_it);
        // What is exported from elsewhere than a child leads out of this package, or upwards.
        let of_child = export.filter(|export| file_at(&[&path[..end], &export[..1]].concat()).is_some());
        let exported = of_child.and_then(|export| file_of(&file, export, files));
        Some(exported.unwrap_or(file))
    })
}
