//! An exercise of a package that is not at the top of the workspace: its folder is not the package's name.

mod tools;

use std::fs;

use tools::course::{HOLE, LIB};
use tools::{Tree, has};

const SOURCE: &str = "docs/sums/src/lib.rs";

/// Makes a course whose package `sums` is in the folder `docs/sums`.
fn course(test: &str) -> Tree {
    let tree = Tree::course(test);
    fs::rename(tree.path("sums"), tree.path("docs/sums")).unwrap();
    for file in ["Cargo.toml", "docs/exercises/add/README.md", "docs/exercises/double/README.md"] {
        let moved =
            tree.read(file).replace("\"sums\"", "\"docs/sums\"").replace("hole: sums/", "hole: docs/sums/");
        tree.write(file, &moved);
    }
    tree
}

/// Replaces the hole, as a learner does.
fn answer(tree: &Tree, answer: &str) {
    tree.write(SOURCE, &tree.read(SOURCE).replace(HOLE, answer));
}

#[test]
fn it_is_cut_tested_and_solved_where_it_is() {
    let tree = course("folder");
    let shown = tree.shown(&["start", "add"]);
    has(&shown, &["docs/sums/src/lib.rs:9", "cargo test -p sums --test add\n"]);
    assert!(tree.read(SOURCE).starts_with("#![allow(unused)]"), "{}", tree.read(SOURCE));
    has(&tree.fails(&["check"]), &["Nothing is written yet: docs/sums/src/lib.rs:9"]);
    has(&tree.shown(&["hint"]), &["First."]);
    answer(&tree, "a * b / (b - b)");
    let places = ["Your code on the stack: docs/sums/src/lib.rs:10", ">    3 |     assert_eq!"];
    has(&tree.fails(&["check"]), &places);
    has(&tree.shown(&["history"]), &["start add                     docs/sums/src/lib.rs\n"]);
    tree.shown(&["undo"]);
    assert_eq!(tree.read(SOURCE), LIB);
    tree.shown(&["start", "add"]);
    answer(&tree, "b + a");
    has(&tree.shown(&["check"]), &["1 more test passes.", "add is solved"]);
    assert_eq!(tree.read(SOURCE), LIB.replace("a + b + zero()", "b + a"));
}

#[test]
fn its_hole_and_its_library_are_committed() {
    let tree = course("folder-git");
    tree.write(".gitignore", ".workshop\ntarget\n");
    tree.commit();
    tree.shown(&["start", "add", "--commit"]);
    assert_eq!(tree.git(&["status", "--short", "--untracked-files=no"]), "");
    has(&tree.git(&["show", &format!("HEAD:{SOURCE}")]), &["#![allow(unused)]", HOLE]);
}

#[test]
fn it_is_verified() {
    let shown = course("folder-verify").shown(&["verify", "--rounds", "1"]);
    has(&shown, &["2 exercises, 0 faults"]);
}
