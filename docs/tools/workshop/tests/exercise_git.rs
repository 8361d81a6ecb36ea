//! What git has of an exercise: the course's own code, and with `start --commit` the hole.

mod tools;

use std::fs;

use tools::course::{HOLE, LIB};
use tools::{Tree, has};

#[test]
fn a_hole_is_committed_on_a_branch_of_its_own() {
    let tree = Tree::course("branch");
    tree.write(".gitignore", ".workshop\ntarget\n");
    tree.commit();
    tree.write("sums/src/unused.rs", "pub fn zero() -> u32 {\n    1 - 1\n}\n");
    let shown = tree.shown(&["start", "add"]);
    has(&shown, &["shows the solution. `cargo workshop start add --commit` hides it"]);
    let shown = tree.shown(&["start", "add", "--commit"]);
    has(&shown, &["committed on the branch exercise/add", "`git switch main` goes back"]);
    assert!(!shown.contains("hides it"), "{shown}");
    has(&tree.git(&["show", "HEAD:sums/src/lib.rs"]), &[HOLE]);
    assert_eq!(tree.git(&["status", "--short", "--untracked-files=no"]), " M sums/src/unused.rs\n");
    // The course's own code is known as before.
    tree.shown(&["solution", "--apply"]);
    assert_eq!(tree.lib(), LIB);
    assert_eq!(tree.git(&["show", "main:sums/src/lib.rs"]), LIB, "the other branch is as it was");
    tree.shown(&["reset", "add"]);
    has(&tree.shown(&["start", "add", "--commit"]), &["The hole is committed already"]);
}

#[test]
fn without_a_repository_the_hole_is_cut_and_git_says_what_is_missing() {
    let tree = Tree::course("no-repository");
    has(&tree.fails(&["start", "add", "--commit"]), &["`git` failed", "not a git repository"]);
    assert!(tree.lib().contains(HOLE), "`start` has cut it all the same");
    assert!(!tree.shown(&["start", "add"]).contains("shows the solution"), "no editor knows what was cut");
}

#[test]
fn the_solution_is_what_git_has_when_the_exercise_begins() {
    let tree = Tree::course("git");
    tree.commit();
    tree.edit("a + b", "a ^ b");
    tree.shown(&["start", "add"]);
    tree.shown(&["solution", "--apply"]);
    assert_eq!(tree.lib(), LIB);
    tree.edit("self.0 *= 2", "self.0 <<= 1");
    tree.commit();
    tree.shown(&["start", "double"]);
    tree.shown(&["solution", "--apply"]);
    assert_eq!(tree.lib(), LIB.replace("self.0 *= 2", "self.0 <<= 1"));
}

#[test]
fn an_unknown_solution_blocks_no_other_exercise() {
    let tree = Tree::course("unknown");
    tree.shown(&["start", "add"]);
    tree.commit();
    fs::remove_dir_all(tree.path(".workshop")).unwrap();
    tree.shown(&["start", "add"]);
    let message = tree.fails(&["solution", "--apply"]);
    has(&message, &["fresh copy of the course", ".workshop/solutions/", "add/sums/src/lib.rs"]);
    has(&tree.shown(&["start", "double"]), &["add stays as it is"]);
    has(&tree.lib(), &[HOLE, "double: Twice"]);
}

#[test]
fn the_code_of_the_course_is_no_solution_of_the_learner() {
    let tree = Tree::course("restored");
    tree.commit();
    tree.shown(&["start", "add"]);
    tree.git(&["checkout", "--quiet", "."]);
    has(&tree.fails(&["check"]), &["the course's own code", "cargo workshop reset add"]);
    // A short body may well be the same, as long as it stands where the hole was cut.
    tree.shown(&["reset", "add"]);
    tree.edit(HOLE, "a + b + zero()");
    has(&tree.shown(&["check"]), &["add is solved"]);
}
