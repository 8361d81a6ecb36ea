//! Programs that a learner writes from an empty file: their levels, and their folders.

use std::fs;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

use tempfile::TempDir;

const FILES: [[&str; 2]; 6] = [
    [
        "README.md",
        "# Numbers\n\nWrite `one`.\n\n## Level 1: One\n\n`one` returns 1.\n\n## Level 2: Two\n\n`two` returns 2.\n",
    ],
    ["start.toml", "[package]\nname = \"my-pool\"\nedition = \"2024\"\n"],
    ["levels.toml", "[package]\nname = \"levels\"\nedition = \"2024\"\n"],
    [
        "solution.rs",
        "pub fn one() -> u32 {\n    1\n}\n// level 2\n\npub fn two() -> u32 {\n    2\n}\n// end\n",
    ],
    ["tests/level1.rs", "#[test]\nfn one_is_one() {\n    assert_eq!(own::one(), 1, \"it is one\");\n}\n"],
    ["tests/level2.rs", "#[test]\nfn two_is_two() {\n    assert_eq!(own::two(), 2, \"it is two\");\n}\n"],
];

const ONE: &str = "pub fn one() -> u32 {\n    1\n}\n";
const TWO: &str = "pub fn two() -> u32 {\n    2\n}\n";

/// A course with one program.
struct Course(TempDir);

impl Course {
    fn new() -> Course {
        let course = Course(tempfile::tempdir().unwrap());
        course.write("Cargo.toml", "[workspace]\nexclude = [\"own\"]\n");
        course.write("Cargo.lock", "version = 4\n");
        FILES.iter().for_each(|[file, text]| course.write(&format!("docs/own/pool/{file}"), text));
        course
    }

    fn path(&self, file: &str) -> PathBuf {
        self.0.path().join(file)
    }

    fn write(&self, file: &str, text: &str) {
        let path = self.path(file);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    fn read(&self, file: &str) -> String {
        fs::read_to_string(self.path(file)).unwrap()
    }

    fn run(&self, words: &str) -> Output {
        let mut command = Command::new(env!("CARGO_BIN_EXE_own"));
        command.env_remove("CARGO_TARGET_DIR").stdin(Stdio::null());
        command.args(words.split_whitespace()).arg("--root").arg(self.0.path()).output().unwrap()
    }

    /// Runs a command, which must succeed, and returns what it prints.
    #[track_caller]
    fn shown(&self, words: &str) -> String {
        let output = self.run(words);
        assert!(output.status.success(), "{output:?}");
        String::from_utf8(output.stdout).unwrap()
    }

    /// Runs a command, which must fail, and returns what it prints.
    #[track_caller]
    fn fails(&self, words: &str) -> String {
        let output = self.run(words);
        assert_eq!(output.status.code(), Some(1), "{output:?}");
        [output.stdout, output.stderr].map(|text| String::from_utf8(text).unwrap()).concat()
    }
}

/// Asserts that `text` has all of `parts`.
#[track_caller]
fn has(text: &str, parts: &[&str]) {
    let missing: Vec<_> = parts.iter().filter(|part| !text.contains(**part)).collect();
    assert!(missing.is_empty(), "{missing:?} is not in:\n{text}");
}

#[test]
fn a_program_is_graded_level_by_level() {
    let tree = Course::new();
    has(&tree.shown(""), &["pool", "Numbers", "2 levels"]);
    has(
        &tree.shown("pool"),
        &["Write `one`.", "pool, level 1: One", "`one` returns 1.", "own/pool/src/lib.rs"],
    );
    has(&tree.fails("check"), &["cannot find function", "Level 1 does not compile yet."]);
    tree.write("own/pool/src/lib.rs", &ONE.replace('1', "3"));
    has(&tree.fails("check"), &["level1::one_is_one", "it is one", "Level 1: 0 passed, 1 failed."]);
    tree.write("own/pool/src/lib.rs", ONE);
    // The tests of the next level do not count yet.
    has(&tree.shown("check"), &["Level 1 passes.", "pool, level 2: Two"]);
    has(&tree.shown(""), &["1 of 2 levels pass"]);
    let broken = format!("{}{TWO}", ONE.replace('1', "3"));
    tree.write("own/pool/src/lib.rs", &broken);
    has(&tree.fails("check"), &["Level 1: 0 passed, 1 failed. It was passed before."]);
    tree.write("own/pool/src/lib.rs", &format!("{ONE}{TWO}"));
    has(&tree.shown("check"), &["Level 2 passes.", "All levels of pool pass."]);
    has(&tree.shown("check"), &["All levels of pool pass."]);
    has(&tree.shown(""), &["2 of 2 levels pass"]);
}

#[test]
fn a_solution_is_shown_up_to_a_level() {
    let tree = Course::new();
    tree.shown("pool");
    assert_eq!(tree.shown("solution").trim(), ONE.trim());
    assert_eq!(tree.shown("solution 2").trim(), format!("{ONE}\n{TWO}").trim());
}

#[test]
fn a_learners_folder_is_never_written_again() {
    let tree = Course::new();
    tree.write("own/pool/Cargo.toml", "[package]\nname = \"my-pool\"\nedition = \"2024\"\n");
    tree.write("own/pool/src/lib.rs", ONE);
    tree.shown("pool");
    assert_eq!(tree.read("own/pool/src/lib.rs"), ONE, "a folder that was there is taken as it is");
    tree.shown("check");
    let elsewhere = tempfile::tempdir().unwrap();
    fs::rename(tree.path("own/pool"), elsewhere.path().join("pool")).unwrap();
    has(&tree.fails("check"), &["has no Cargo.toml any more", "--at DIR"]);
    let at = elsewhere.path().join("pool").display().to_string();
    has(&tree.shown(&format!("pool --at {at}")), &["level 2: Two"]);
    has(&tree.fails("check"), &["Level 2 does not compile yet."]);
    let notes = elsewhere.path().display().to_string();
    has(&tree.fails(&format!("pool --at {notes}")), &["has no Cargo.toml"]);
    let stage = tree.path("stage1").display().to_string();
    has(&tree.fails(&format!("pool --at {stage}")), &["is in the course"]);
}

#[test]
fn a_wrong_name_is_an_error() {
    let tree = Course::new();
    has(&tree.fails("pol"), &["there is no program `pol`", "pool, loop, runtime, client"]);
    has(&tree.fails("check"), &["no such program is begun"]);
    has(&tree.fails("check loop"), &["`cargo workshop own loop` begins one"]);
}
