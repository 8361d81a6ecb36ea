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

#[test]
fn the_sources_that_contributing_names_are_there() {
    let text = read(&path("CONTRIBUTING.md"));
    let folders = ["common/", "docs/", "stage3-futures/"];
    // A word in capitals stands for a name.
    let is_path = |code: &&str| {
        folders.iter().any(|folder| code.starts_with(folder))
            && !code.contains("PROGRAM")
            && !code.contains(' ')
    };
    let lost: Vec<_> = text.split('`').filter(is_path).filter(|code| !path(code).exists()).collect();
    assert!(lost.is_empty(), "CONTRIBUTING.md names {lost:?}, which are not there");
}

#[test]
fn each_option_of_the_command_line_is_in_its_manual() {
    for (source, manual_name) in
        [("common/program/src/args.rs", "docs/crawler.md"), ("docs/work/src/args.rs", "docs/work/README.md")]
    {
        let (source, manual) = (read(&path(source)), read(&path(manual_name)));
        let fields = source
            .split("#[arg(")
            .skip(1)
            .filter(|rest| rest.starts_with("long") || rest.starts_with("short"));
        let shown =
            fields.filter(|rest| !rest.split(']').next().is_some_and(|arg| arg.contains("hide = true")));
        let names =
            shown.filter_map(|rest| Some(rest.split("pub ").nth(1)?.split(':').next()?.replace('_', "-")));
        let names: Vec<_> = names.collect();
        assert!(names.len() > 3, "no options are found: {names:?}");
        for name in names {
            let is_there =
                [format!("--{name}"), format!("`-{}`", &name[..1])].iter().any(|form| manual.contains(form));
            assert!(is_there, "{manual_name} does not mention --{name}");
        }
    }
}

/// Tells whether a text has this heading, in the form in which GitHub links to it.
fn has_heading(text: &str, heading: &str) -> bool {
    let headings = text.lines().filter(|line| line.starts_with('#'));
    let mut headings = headings.map(|line| line.trim_start_matches('#').trim().to_lowercase());
    headings.any(|its| its.replace(' ', "-") == heading)
}
