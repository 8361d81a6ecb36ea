//! Programs that a learner writes from an empty file: their levels, and their folders.

use crate::tools::{Tree, has, has_no};

const FILES: [[&str; 2]; 6] = [
    [
        "README.md",
        "# Numbers\n\nWrite them.\n\n## Level 1: One\n\n`one` returns 1.\n\n## Level 2: Two\n\n`two` returns 2.\n",
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

fn course() -> Tree {
    let tree = Tree::course();
    FILES.iter().for_each(|[file, text]| tree.write(&format!("docs/own/pool/{file}"), text));
    tree.replace("Cargo.toml", "resolver", "exclude = [\"own\"]\nresolver");
    tree.write("Cargo.lock", "version = 4\n");
    tree
}

#[test]
fn a_program_is_graded_level_by_level() {
    let tree = course();
    has(&tree.shown("own"), &["pool", "Numbers", "2 levels"]);
    has(&tree.shown("own pool"), &["pool, level 1: One", "`one` returns 1.", "own/pool/src/lib.rs"]);
    has(&tree.fails("own check"), &["cannot find function", "Level 1 does not compile yet."]);
    tree.write("own/pool/src/lib.rs", &ONE.replace('1', "3"));
    has(&tree.fails("own check"), &["level1::one_is_one", "it is one", "Level 1: 0 passed, 1 failed."]);
    tree.write("own/pool/src/lib.rs", ONE);
    // The tests of the next level do not count yet.
    has(&tree.shown("own check"), &["Level 1 passes.", "pool, level 2: Two"]);
    has(&tree.shown("own"), &["level 2 of 2"]);
    let broken = format!("{}{TWO}", ONE.replace('1', "3"));
    tree.write("own/pool/src/lib.rs", &broken);
    has(&tree.fails("own check"), &["Level 1: 0 passed, 1 failed. It was passed before."]);
    tree.write("own/pool/src/lib.rs", &format!("{ONE}{TWO}"));
    has(&tree.shown("own check"), &["Level 2 passes.", "All levels of pool pass."]);
    has(&tree.shown("own check"), &["All levels of pool pass."]);
}

#[test]
fn a_solution_is_shown_up_to_a_level() {
    let tree = course();
    tree.shown("own pool");
    assert_eq!(tree.shown("own solution").trim(), ONE.trim());
    assert_eq!(tree.shown("own solution 2").trim(), format!("{ONE}\n{TWO}").trim());
}

#[test]
fn a_learners_folder_is_never_written_again() {
    let tree = course();
    tree.write("own/pool/Cargo.toml", "[package]\nname = \"my-pool\"\nedition = \"2024\"\n");
    tree.write("own/pool/src/lib.rs", ONE);
    tree.shown("own pool");
    assert_eq!(tree.read("own/pool/src/lib.rs"), ONE, "a folder that was there is taken as it is");
    tree.shown("own check");
    std::fs::rename(tree.path("own/pool"), tree.path("elsewhere")).unwrap();
    has(&tree.fails("own check"), &["has no Cargo.toml any more", "--at DIR"]);
    let at = tree.path("elsewhere").display().to_string();
    has(&tree.shown(&format!("own pool --at {at}")), &["level 2: Two"]);
    has(&tree.fails("own check"), &["Level 2 does not compile yet."]);
    tree.write("notes/a.txt", "mine");
    let notes = tree.path("notes").display().to_string();
    has(&tree.fails(&format!("own pool --at {notes}")), &["has no Cargo.toml"]);
    assert_eq!(tree.read("notes/a.txt"), "mine");
}

#[test]
fn a_wrong_name_is_an_error() {
    let tree = course();
    has(&tree.fails("own pol"), &["there is no program `pol`", "pool, loop, runtime, client"]);
    has_no(&tree.fails("own check"), "panicked");
}
