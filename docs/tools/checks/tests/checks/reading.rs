//! The order in which the files of a stage and of `common` are read.

use std::fs;

use crate::{file, path, stages};

#[test]
fn each_stage_has_one_reading_order_with_every_file_in_it() {
    for stage in &stages().stages {
        let listed = links(&stage.readme);
        let map = file(stage, "src/lib.rs").replace("//! ", "");
        let mapped: Vec<_> = items(&map).filter_map(|item| item.split('`').nth(1)).collect();
        assert_eq!(mapped, listed, "the order in {}/src/lib.rs, and in its README", stage.name);
        let examples = fs::read_dir(path(&stage.name).join("examples")).expect("examples");
        let examples = examples.map(|entry| entry.expect("a file").file_name().into_string().expect("UTF-8"));
        let sources = stage.files.iter().map(|(path, _)| path.clone());
        let sources = sources.filter(|path| !["src/lib.rs", "src/main.rs"].contains(&path.as_str()));
        let mut files: Vec<_> = sources.filter(|path| path.starts_with("src/")).collect();
        files.extend(examples.map(|name| format!("examples/{name}")));
        let mut listed: Vec<_> = listed.iter().map(|&path| path.to_owned()).collect();
        listed.sort();
        files.sort();
        assert_eq!(listed, files, "the files that {}/README.md lists, and those that there are", stage.name);
    }
}

/// Returns the links in the items of a numbered list.
pub fn links(text: &str) -> Vec<&str> {
    let links = items(text).flat_map(|item| item.split("](").skip(1));
    links.filter_map(|rest| rest.split(')').next()).collect()
}

fn items(text: &str) -> impl Iterator<Item = &str> {
    text.lines().filter(|line| line.starts_with(|char: char| char.is_ascii_digit()))
}
