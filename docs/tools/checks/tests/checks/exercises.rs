//! What the exercises and the readmes say of each other.

use std::collections::BTreeSet;
use std::fs;

use walkdir::WalkDir;
use workshop::building;
use workshop::exercises::{Exercise, FOLDER};
use workshop::root::output;

use crate::{STAGES, course, path, read};

/// The packages of the commands that a learner uses while code of an exercise does not compile.
const TOOLS: [&str; 5] = ["workshop", "mdbook", "own", "site", "trace-page"];

#[test]
fn the_tools_compile_while_an_exercise_does_not() {
    let course = course();
    let open: BTreeSet<_> = course.exercises.iter().map(Exercise::package).collect();
    let mut tree = building::cargo();
    tree.args(["tree", "--offline", "--edges=normal,build", "--prefix=none"]).current_dir(&course.root);
    tree.args(TOOLS.iter().flat_map(|tool| ["--package", tool]));
    let tree = output(&mut tree).expect("the dependencies");
    let needed: BTreeSet<_> = tree.lines().filter_map(|line| line.split(' ').next()).collect();
    assert!(TOOLS.iter().all(|tool| needed.contains(tool)), "{tree}");
    assert_eq!(open.intersection(&needed).collect::<Vec<_>>(), [&""; 0], "these have exercises");
}

#[test]
fn each_stage_names_its_first_exercise() {
    let course = course();
    for stage in STAGES {
        let first = course.exercises.iter().find(|exercise| exercise.package() == stage);
        let command = format!("cargo workshop start {}\n", first.expect("it has exercises").id);
        let readme = read(&path(stage).join("README.md"));
        assert!(readme.contains(&command), "{stage}'s README must say {command}");
    }
}

#[test]
fn each_exercise_stands_in_a_chapter_and_has_three_wrong_answers() {
    let course = course();
    for entry in fs::read_dir(course.path(FOLDER)).expect("a folder") {
        let entry = entry.expect("it can be read");
        let id = entry.file_name().into_string().expect("UTF-8");
        let wrong = || course.find(&id).and_then(|exercise| course.wrong_answers(exercise));
        let is_complete = entry.path().is_file() || wrong().is_ok_and(|wrong| wrong.len() >= 3);
        assert!(is_complete, "{id} has no chapter, or fewer than three wrong answers");
    }
}

#[test]
fn every_test_that_an_exercise_names_is_there() {
    let course = course();
    for exercise in &course.exercises {
        let folder = course.path(&format!("{}/tests", exercise.folder()));
        // The stages share tests, which macros make. `verify` compares with the names that they have then.
        let shared = ["common/contract/src", "common/tools/src"].map(|shared| course.path(shared));
        let files = shared.iter().chain([&folder]).flat_map(WalkDir::new).flatten();
        let sources: String = files.filter_map(|file| fs::read_to_string(file.path()).ok()).collect();
        let wrong = course.wrong_answers(exercise).expect("they can be read");
        let dies = wrong.iter().map(|answer| &answer.dies);
        for name in exercise.tests.iter().chain(&exercise.rest).chain([&exercise.predicted]).chain(dies) {
            let (file, path) = name.split_once("::").expect("a test of a file");
            let is_file = [".rs", "/main.rs"].iter().any(|end| folder.join(format!("{file}{end}")).is_file());
            let is_there = path.split("::").all(|part| sources.contains(part));
            assert!(is_file && is_there, "{}: there is no test `{name}`", exercise.id);
        }
    }
}
