//! The README at the top and the help of the command: what they show is true, and fits.

use std::fs;
use std::path::Path;
use std::process::Command;

use walkdir::WalkDir;
use workshop::exercises::{Course, FOLDER};

const EXAMPLES: [&str; 2] = [
    include_str!("../../../../stage1-blocking/examples/one_page.rs"),
    include_str!("../../../../stage4-async/examples/one_page.rs"),
];

#[test]
fn the_code_in_the_readme_is_the_code_of_the_examples() {
    let readme = include_str!("../../../../README.md");
    let blocks: Vec<_> =
        readme.split("```rust\n").skip(1).filter_map(|rest| rest.split("\n```").next()).collect();
    assert_eq!(blocks.len(), EXAMPLES.len());
    for part in blocks.iter().flat_map(|block| block.split("\n\n")) {
        assert!(EXAMPLES.iter().any(|example| example.contains(part)), "no example has this:\n{part}");
    }
}

#[test]
fn the_readme_has_the_number_of_exercises_and_the_oldest_version_of_rust() {
    let readme = include_str!("../../../../README.md");
    let exercises = Course::open(None).expect("the course").exercises.len();
    let version = env!("CARGO_PKG_RUST_VERSION");
    for fact in [format!("has {exercises} exercises"), format!("(https://rustup.rs) {version} or newer")] {
        assert!(readme.contains(&fact), "README.md must say {fact}");
    }
}

#[test]
fn the_links_of_the_readmes_lead_to_files_and_headings() {
    let root = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../.."));
    let stages = ["stage1-blocking", "stage2-callbacks", "stage3-futures", "stage4-async"];
    let folders = ["", "common", "docs", "docs/work"].into_iter().chain(stages);
    let readmes = folders.map(|folder| Path::new(folder).join("README.md"));
    let contributing =
        ["", "docs/book", "docs/exercises"].map(|folder| Path::new(folder).join("CONTRIBUTING.md"));
    for path in readmes.chain(contributing).chain(["docs/crawler.md".into()]) {
        let text = fs::read_to_string(root.join(&path)).expect("a text");
        for link in text.split("](").skip(1).filter_map(|rest| rest.split(')').next()) {
            let leads = match link.strip_prefix('#') {
                Some(heading) => has_heading(&text, heading),
                None => link.starts_with("https:") || root.join(&path).with_file_name(link).exists(),
            };
            assert!(leads, "{} links to {link}", path.display());
        }
    }
}

/// Returns whether a text has this heading, in the form in which GitHub links to it.
fn has_heading(text: &str, heading: &str) -> bool {
    let headings = text.lines().filter(|line| line.starts_with('#'));
    let mut headings = headings.map(|line| line.trim_start_matches('#').trim().to_lowercase());
    headings.any(|its| its.replace(' ', "-") == heading)
}

#[test]
fn each_stage_names_its_first_exercise() {
    let course = Course::open(None).expect("the course");
    for stage in ["stage1-blocking", "stage2-callbacks", "stage3-futures", "stage4-async"] {
        let first = course.exercises.iter().find(|exercise| exercise.package() == stage);
        let command = format!("cargo workshop start {}\n", first.expect("it has exercises").id);
        let path = course.path(&format!("{stage}/README.md"));
        let text = fs::read_to_string(&path).expect("a text");
        assert!(text.contains(&command), "{} must say {command}", path.display());
    }
}

#[test]
fn the_name_of_an_exercise_tells_its_folder() {
    let course = Course::open(None).expect("the course");
    for exercise in &course.exercises {
        let beginning = match exercise.folder() {
            "common" => "c-",
            "stage1-blocking" => "s1-",
            "stage2-callbacks" => "s2-",
            "stage3-futures" => "s3-",
            "stage4-async" => "s4-",
            "docs/work" => "w-",
            other => panic!("{} is in {other}", exercise.id),
        };
        assert!(exercise.id.starts_with(beginning), "{} is in {}", exercise.id, exercise.folder());
    }
}

#[test]
fn each_exercise_stands_in_a_chapter_and_has_three_wrong_answers() {
    let course = Course::open(None).expect("the course");
    for entry in fs::read_dir(course.path(FOLDER)).expect("a folder") {
        let entry = entry.expect("it can be read");
        let id = entry.file_name().into_string().expect("UTF-8");
        let has_three = || course.find(&id).is_ok_and(|exercise| exercise.wrong.len() >= 3);
        assert!(
            entry.path().is_file() || has_three(),
            "{id} has no chapter, or fewer than three wrong answers"
        );
    }
}

#[test]
fn every_test_that_an_exercise_names_is_there() {
    let course = Course::open(None).expect("the course");
    for exercise in &course.exercises {
        let folder = course.path(&format!("{}/tests", exercise.folder()));
        // The stages share tests, which macros make. `verify` compares with the names that they have then.
        let shared = ["common/contract/src", "common/tools/src"].map(|shared| course.path(shared));
        let files = shared.iter().chain([&folder]).flat_map(WalkDir::new).flatten();
        let sources: String = files.filter_map(|file| fs::read_to_string(file.path()).ok()).collect();
        let dies = exercise.wrong.iter().map(|answer| &answer.dies);
        for name in exercise.tests.iter().chain(&exercise.rest).chain([&exercise.predicted]).chain(dies) {
            let (file, path) = name.split_once("::").expect("a test of a file");
            let is_file = [".rs", "/main.rs"].iter().any(|end| folder.join(format!("{file}{end}")).is_file());
            let is_there = path.split("::").all(|part| sources.contains(part));
            assert!(is_file && is_there, "{}: there is no test `{name}`", exercise.id);
        }
    }
}

#[test]
fn every_help_fits_80_columns() {
    let commands = "doctor list show start next catch-up check watch hint solution reset undo history restore verify \
        pack diff numbers race site trace";
    let commands = commands.split(' ').map(Some).chain([None]);
    for (command, flag) in commands.flat_map(|command| ["-h", "--help"].map(|flag| (command, flag))) {
        let output = Command::new(env!("CARGO_BIN_EXE_workshop")).args(command).arg(flag).output();
        let help = String::from_utf8(output.expect("it runs").stdout).expect("UTF-8");
        let long = help.lines().find(|line| line.chars().count() > 80);
        assert_eq!(long, None, "in the help of {command:?}");
    }
}
