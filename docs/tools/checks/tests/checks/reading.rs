//! The order in which the files of a stage and of `common` are read.

use std::collections::BTreeSet;
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
        let examples =
            examples.map(|entry| format!("examples/{}", entry.expect("a file").file_name().display()));
        let is_listed =
            |path: &String| path.starts_with("src/") && path != "src/lib.rs" && path != "src/main.rs";
        let sources = stage.files.iter().map(|(path, _)| path.clone()).filter(is_listed);
        let files: BTreeSet<_> = sources.chain(examples).collect();
        let listed = listed.into_iter().map(str::to_owned).collect();
        assert_eq!(files, listed, "the files of {}, and those that its README lists", stage.name);
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
