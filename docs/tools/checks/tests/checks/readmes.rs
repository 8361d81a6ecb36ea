//! The readmes: the code that they show and the files that they link to are there.

use crate::{STAGES, course, path, read};

const EXAMPLES: [&str; 2] = [
    include_str!("../../../../../stage1-blocking/examples/one_page.rs"),
    include_str!("../../../../../stage4-async/examples/one_page.rs"),
];

/// The texts for readers, beside those of the stages.
const FILES: [&str; 9] = [
    "README.md",
    "CHANGELOG.md",
    "CONTRIBUTING.md",
    "common/README.md",
    "docs/README.md",
    "docs/crawler.md",
    "docs/work/README.md",
    "docs/book/CONTRIBUTING.md",
    "docs/exercises/CONTRIBUTING.md",
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
fn the_readme_has_the_number_of_exercises_and_the_oldest_version_of_rust() {
    let readme = read(&path("README.md"));
    let (exercises, version) = (course().exercises.len(), env!("CARGO_PKG_RUST_VERSION"));
    for fact in [format!("has {exercises} exercises"), format!("(https://rustup.rs) {version} or newer")] {
        assert!(readme.contains(&fact), "README.md must say {fact}");
    }
}

#[test]
fn the_links_of_the_readmes_lead_to_files_and_headings() {
    let stages = STAGES.map(|stage| format!("{stage}/README.md"));
    for name in FILES.map(str::to_owned).into_iter().chain(stages) {
        let text = read(&path(&name));
        for link in text.split("](").skip(1).filter_map(|rest| rest.split(')').next()) {
            let leads = match link.strip_prefix('#') {
                Some(heading) => has_heading(&text, heading),
                None => link.starts_with("https:") || path(&name).with_file_name(link).exists(),
            };
            assert!(leads, "{name} links to {link}");
        }
    }
}

/// Tells whether a text has this heading, in the form in which GitHub links to it.
fn has_heading(text: &str, heading: &str) -> bool {
    let headings = text.lines().filter(|line| line.starts_with('#'));
    let mut headings = headings.map(|line| line.trim_start_matches('#').trim().to_lowercase());
    headings.any(|its| its.replace(' ', "-") == heading)
}
