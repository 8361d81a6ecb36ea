//! One reading order for each stage: the same in `README.md` and in `src/lib.rs`, with every file in it.

use super::super::stages::{Stage, Workspace};

/// The file whose documentation repeats the reading order of the README.
const MAP: &str = "src/lib.rs";

/// Files that no reading order lists: the map itself, and the file that is the same in every stage.
const UNLISTED: [&str; 2] = [MAP, "src/main.rs"];

/// Names the files that a README does not list once, and the first place where `src/lib.rs` differs from it.
pub fn faults(workspace: &Workspace) -> Vec<String> {
    let stages = workspace.stages().iter();
    stages.flat_map(|stage| faults_of_readme(stage).chain(fault_of_map(stage))).collect()
}

/// Returns the links in the items of a numbered list.
pub fn links(text: &str) -> Vec<&str> {
    let links = items(text).flat_map(|item| item.split("](").skip(1));
    links.filter_map(|rest| rest.split(')').next()).collect()
}

fn items(text: &str) -> impl Iterator<Item = &str> {
    text.lines().filter(|line| line.starts_with(|char: char| char.is_ascii_digit()))
}

fn faults_of_readme(stage: &Stage) -> impl Iterator<Item = String> {
    let listed = links(&stage.readme);
    let sources = stage.files.iter().map(|(path, _)| path).filter(|path| path.starts_with("src/"));
    let read: Vec<_> = sources.chain(&stage.examples).filter(|path| !UNLISTED.contains(&&***path)).collect();
    let unknown = listed.iter().filter(|path| !read.iter().any(|file| file == *path));
    let unknown = unknown.map(|path| format!("lists {path}, which is no file to read"));
    let counted = read.iter().filter_map(|file| match listed.iter().filter(|path| file == *path).count() {
        0 => Some(format!("does not list {file}")),
        1 => None,
        count => Some(format!("lists {file} {count} times")),
    });
    let faults: Vec<_> = unknown.chain(counted).collect();
    faults.into_iter().map(|fault| format!("{}/README.md {fault} in its reading order", stage.name))
}

fn fault_of_map(stage: &Stage) -> Option<String> {
    let documentation: Vec<_> =
        stage.file(MAP)?.lines().filter_map(|line| line.strip_prefix("//! ")).collect();
    let documentation = documentation.join("\n");
    let map: Vec<_> = items(&documentation).filter_map(|item| item.split('`').nth(1)).collect();
    let readme = links(&stage.readme);
    let differing = (0..map.len().max(readme.len())).find(|&index| map.get(index) != readme.get(index))?;
    let [mapped, listed] = [map, readme].map(|list| list.get(differing).copied().unwrap_or("nothing"));
    let number = differing + 1;
    Some(format!("{}/{MAP}: item {number} is {mapped}, but README.md has {listed} there", stage.name))
}
