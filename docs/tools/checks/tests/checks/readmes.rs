//! The readmes: the code that they show and the files that they link to are there.

use crate::{path, read};

const EXAMPLES: [&str; 4] = [
    include_str!("../../../../../stage1-blocking/examples/one_page.rs"),
    include_str!("../../../../../stage2-callbacks/examples/one_page.rs"),
    include_str!("../../../../../stage3-futures/examples/one_page.rs"),
    include_str!("../../../../../stage4-async/examples/one_page.rs"),
];

#[test]
fn the_code_in_the_readme_is_the_code_of_the_examples() {
    let readme = include_str!("../../../../../README.md");
    let blocks: Vec<_> =
        readme.split("```rust\n").skip(1).filter_map(|rest| rest.split("\n```").next()).collect();
    assert_eq!(blocks.len(), EXAMPLES.len());
    for part in blocks.iter().flat_map(|block| block.split("\n\n")) {
        assert!(EXAMPLES.iter().any(|example| example.contains(part)), "no example has this:\n{part}");
    }
}

#[test]
fn the_links_of_the_readmes_lead_to_files() {
    let stages = ["stage1-blocking", "stage2-callbacks", "stage3-futures", "stage4-async"];
    let folders = ["", "common", "docs", "docs/work"].into_iter().chain(stages);
    let readmes = folders.map(|folder| format!("{folder}/README.md").trim_start_matches('/').to_owned());
    for readme in readmes.chain(["CONTRIBUTING.md".into()]) {
        let text = read(&path(&readme));
        for link in text.split("](").skip(1).filter_map(|rest| rest.split(')').next()) {
            let file = path(&readme).with_file_name(link);
            assert!(link.starts_with("https:") || file.exists(), "{readme} links to {link}");
        }
    }
}
