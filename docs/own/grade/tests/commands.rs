//! Programs that a learner writes from an empty file: their levels, and their folders.

use std::process::{Command, Stdio};
use std::{fs, path::PathBuf};

use tempfile::TempDir;

const FILES: [(&str, &str); 6] = [
    ("README.md", "# Numbers\n\nWrite `one`.\n\n## Level 1: One\n\nIt is 1.\n\n## Level 2: Two\n\nIt is 2."),
    ("start.toml", "[package]\nname = \"my-pool\"\nedition = \"2024\"\n"),
    ("levels.toml", "[package]\nname = \"levels\"\nedition = \"2024\"\n"),
    ("solution.rs", "pub fn one() -> u32 {\n    1\n}\n// level 2\npub fn two() -> u32 {\n    2\n}\n// end\n"),
    ("tests/level1.rs", "#[test]\nfn one_is_one() {\n    assert_eq!(own::one(), 1, \"it is one\");\n}\n"),
    ("tests/level2.rs", "#[test]\nfn two_is_two() {\n    assert_eq!(own::two(), 2, \"it is two\");\n}\n"),
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
        FILES.iter().for_each(|(file, text)| course.write(&format!("docs/own/pool/{file}"), text));
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

    /// Runs a command, which must end with this status. Returns what it prints.
    #[track_caller]
    fn run(&self, words: &str, status: i32) -> String {
        let mut command = Command::new(env!("CARGO_BIN_EXE_own"));
        command.env_remove("CARGO_TARGET_DIR").stdin(Stdio::null());
        let root = self.0.path().canonicalize().unwrap();
        command.args(words.split_whitespace()).arg("--root").arg(&root).current_dir(root);
        let output = command.output().unwrap();
        assert_eq!(output.status.code(), Some(status), "{output:?}");
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
    has(&tree.run("", 0), &["pool", "Numbers", "2 levels"]);
    has(&tree.run("pool", 0), &["Write `one`.", "pool, level 1: One", "It is 1.", "own/pool/src/lib.rs"]);
    has(&tree.run("check", 1), &["cannot find function", "Level 1 does not compile yet."]);
    tree.write("own/pool/src/lib.rs", &ONE.replace('1', "3"));
    has(&tree.run("check", 1), &["level1::one_is_one", "it is one", "Level 1: 0 passed, 1 failed."]);
    tree.write("own/pool/src/lib.rs", ONE);
    // The tests of the next level do not count yet.
    has(&tree.run("check", 0), &["Level 1 passes.", "pool, level 2: Two"]);
    has(&tree.run("", 0), &["1 of 2 levels pass"]);
    tree.write("own/pool/src/lib.rs", &format!("{}{TWO}", ONE.replace('1', "3")));
    has(&tree.run("check", 1), &["Level 1: 0 passed, 1 failed. It was passed before."]);
    tree.write("own/pool/src/lib.rs", &format!("{ONE}{TWO}"));
    has(&tree.run("check", 0), &["Level 2 passes.", "All levels of pool pass."]);
    has(&tree.run("check", 0), &["All levels of pool pass."]);
    has(&tree.run("", 0), &["2 of 2 levels pass"]);
}

#[test]
fn a_solution_is_shown_up_to_a_level_and_a_wrong_name_is_an_error() {
    let tree = Course::new();
    has(&tree.run("pol", 1), &["there is no program `pol`", "pool, loop, runtime, client"]);
    has(&tree.run("check", 1), &["no such program is begun"]);
    has(&tree.run("check loop", 1), &["`cargo workshop own loop` begins one"]);
    has(&tree.run("check --at elsewhere", 1), &["own PROGRAM --at DIR"]);
    tree.run("pool", 0);
    assert_eq!(tree.run("solution", 0).trim(), ONE.trim());
    assert_eq!(tree.run("solution 2", 0).trim(), format!("{ONE}{TWO}").trim());
}

#[test]
fn a_learners_folder_is_never_written_again() {
    let tree = Course::new();
    tree.write("own/pool/Cargo.toml", "[package]\nname = \"my-pool\"\nedition = \"2024\"\n");
    tree.write("own/pool/src/lib.rs", ONE);
    tree.run("pool", 0);
    let lib = fs::read_to_string(tree.path("own/pool/src/lib.rs")).unwrap();
    assert_eq!(lib, ONE, "a folder that was there is taken as it is");
    tree.run("check", 0);
    let elsewhere = tempfile::tempdir().unwrap();
    fs::rename(tree.path("own/pool"), elsewhere.path().join("pool")).unwrap();
    has(&tree.run("check", 1), &["has no Cargo.toml any more", "--at DIR"]);
    let at = |folder: PathBuf| format!("pool --at {}", folder.display());
    has(&tree.run(&at(elsewhere.path().join("pool")), 0), &["level 2: Two"]);
    has(&tree.run("check", 1), &["Level 2 does not compile yet."]);
    has(&tree.run(&at(elsewhere.path().to_owned()), 1), &["has no Cargo.toml"]);
    has(&tree.run(&at(tree.path("stage1")), 1), &["is in the course"]);
}

#[test]
fn paths_are_shown_as_from_the_course() {
    let tree = Course::new();
    let folder = tree.0.path().canonicalize().unwrap().display().to_string();
    let shown = [
        tree.run("pool", 0),
        tree.run("check", 1),
        {
            tree.write("own/pool/src/lib.rs", "pub fn one() -> u32 {\n    panic!(\"here\")\n}\n");
            tree.run("check", 1)
        },
        {
            tree.write("own/pool/src/lib.rs", "pub fn one() -> u32 {\n    two()\n}\n");
            tree.run("check", 1)
        },
        tree.run("", 0),
    ];
    has(&shown[0], &["\nWrite it in own/pool/src/lib.rs."]);
    has(&shown[1], &["docs/own/pool/tests/level1.rs:3"]);
    has(&shown[2], &["here", "  at own/pool/src/lib.rs:2:5"]);
    has(&shown[3], &["own/pool/src/lib.rs:2:5", "cannot find function"]);
    for shown in shown {
        assert!(!shown.contains(&folder), "{shown}");
    }
}

#[test]
fn a_manifest_that_names_the_course_survives_a_move_of_either() {
    let tree = Course::new();
    let dependency = "[dependencies]\nnet = { package = \"own-net\", path = \"COURSE/docs/own/net\" }\n";
    for file in ["start.toml", "levels.toml"] {
        let text = FILES.iter().find(|(name, _)| *name == file).unwrap().1;
        tree.write(&format!("docs/own/pool/{file}"), &format!("{text}{dependency}"));
    }
    tree.write(
        "docs/own/net/Cargo.toml",
        "[package]\nname = \"own-net\"\nedition = \"2024\"\n[lib]\nname = \"net\"\n",
    );
    tree.write("docs/own/net/src/lib.rs", "");
    tree.run("pool", 0);
    tree.write("own/pool/src/lib.rs", &format!("pub use net;\n{ONE}"));
    has(&tree.run("check", 0), &["Level 1 passes."]);
    // The course, with all that is in it.
    let moved = Course(tempfile::tempdir().unwrap());
    for entry in fs::read_dir(tree.0.path()).unwrap() {
        let entry = entry.unwrap();
        fs::rename(entry.path(), moved.path(entry.file_name().to_str().unwrap())).unwrap();
    }
    let manifest = |folder: PathBuf| fs::read_to_string(folder.join("Cargo.toml")).unwrap();
    let before = manifest(moved.path("own/pool"));
    has(&moved.run("check", 1), &["Level 2 does not compile yet."]);
    assert_eq!(manifest(moved.path("own/pool")), before, "it has nothing to correct");
    // The program alone, out of the course.
    let elsewhere = tempfile::tempdir().unwrap();
    let folder = elsewhere.path().join("pool");
    fs::rename(moved.path("own/pool"), &folder).unwrap();
    has(&moved.run(&format!("pool --at {}", folder.display()), 0), &["names the course where it is now"]);
    assert_ne!(manifest(folder.clone()), before);
    has(&moved.run("check", 1), &["Level 2 does not compile yet."]);
    assert!(Command::new("cargo").arg("metadata").current_dir(folder).output().unwrap().status.success());
}
