//! No file imports one that imports it, directly or round about.

use std::collections::{BTreeMap, BTreeSet};

use crate::sources;
use crate::uses::uses;

#[test]
fn no_file_imports_one_that_imports_it() {
    let sources: BTreeMap<_, _> = sources().into_iter().filter(|(name, _)| name.contains("/src/")).collect();
    let imported = |name: &String| imported(name, &sources);
    let imports: BTreeMap<_, _> = sources.keys().map(|name| (name.clone(), imported(name))).collect();
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

/// Returns the files of the same package that a file imports.
fn imported(name: &str, sources: &BTreeMap<String, String>) -> BTreeSet<String> {
    let (package, file) = name.split_once("/src/").expect("it is in `src`");
    let mut module: Vec<_> = file.trim_end_matches(".rs").split('/').collect();
    module.pop_if(|last| ["lib", "main", "mod"].contains(last));
    let file_of = |path: Vec<&str>| {
        let supers = path.iter().take_while(|name| **name == "super").count();
        let (above, rest) = match path[0] {
            "crate" => (&[][..], &path[1..]),
            "self" => (&module[..], &path[1..]),
            _ => (&module[..module.len().checked_sub(supers)?], &path[supers..]),
        };
        let path = [&["crate"], above, rest].concat();
        // What has no file of its own is in that of the module around it.
        let prefixes = (1..=path.len()).rev().map(|end| path[1..end].join("/"));
        let files = prefixes.flat_map(|prefix| match &*prefix {
            "" => ["lib.rs".to_owned(), "main.rs".to_owned()],
            _ => [format!("{prefix}.rs"), format!("{prefix}/mod.rs")],
        });
        files.map(|file| format!("{package}/src/{file}")).find(|file| sources.contains_key(file))
    };
    let files = uses(&sources[name]).into_iter().filter_map(file_of);
    files.filter(|other| other != name).collect()
}
