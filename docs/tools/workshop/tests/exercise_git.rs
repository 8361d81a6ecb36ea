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
    let shown = tree.fails(&["check"]);
    has(&shown, &["the course's own code", "cargo workshop reset add"]);
    assert!(!shown.contains("stash"), "{shown}");
    tree.shown(&["reset"]);
    tree.edit(HOLE, "a * b");
    tree.git(&["stash", "--quiet"]);
    has(&tree.fails(&["check"]), &["the course's own code", "`git stash pop` brings back"]);
    tree.write("sums/src/unused.rs", "pub fn zero() -> u32 {\n    1 - 1\n}\n");
    tree.git(&["stash", "--quiet"]);
    has(&tree.fails(&["check"]), &["`git stash pop 'stash@{1}'` brings back"]);
    tree.git(&["branch", "exercise/add"]);
    has(&tree.fails(&["check"]), &["`git switch exercise/add` goes back to it"]);
    // A short body may well be the same, as long as it stands where the hole was cut.
    tree.shown(&["reset", "add"]);
    tree.edit(HOLE, "a + b + zero()");
    has(&tree.shown(&["check"]), &["add is solved"]);
}

/// Returns a clone of a course that is committed, in which a learner can commit.
fn clone(origin: &Tree) -> Tree {
    origin.write(".gitignore", ".workshop\ntarget\n");
    origin.commit();
    let tree = Tree::empty("clone");
    tree.git(&["clone", "--quiet", origin.path(".").to_str().unwrap(), "."]);
    tree.git(&["config", "user.name", "A"]);
    tree.git(&["config", "user.email", "me@x"]);
    tree
}

/// Changes the course's code in its repository, and brings it into a clone.
fn pull(origin: &Tree, tree: &Tree) {
    origin.edit("a + b + zero()", "zero() + b + a");
    origin.commit();
    tree.git(&["pull", "--quiet"]);
}

#[test]
fn what_a_pull_brings_is_the_courses_code_and_what_a_commit_here_has_is_an_answer() {
    let origin = Tree::course("pull");
    let tree = clone(&origin);
    tree.shown(&["start", "add"]);
    tree.edit(HOLE, "a * b");
    tree.shown(&["start", "double"]);
    tree.shown(&["solution", "--apply"]);
    pull(&origin, &tree);
    has(&tree.shown(&["start", "add"]), &["What you had written for add is back"]);
    has(&tree.shown(&["solution", "add"]), &["a * b", "zero() + b + a"]);
    tree.shown(&["start", "double"]);
    tree.shown(&["solution", "--apply"]);
    assert_eq!(tree.lib(), origin.lib());
    tree.shown(&["reset", "add"]);
    tree.shown(&["start", "add", "--commit"]);
    tree.edit(HOLE, "b * a");
    tree.git(&["commit", "--quiet", "--all", "--message", "Answer"]);
    tree.git(&["switch", "--quiet", "main"]);
    tree.shown(&["catch-up", "double"]);
    tree.shown(&["solution", "--apply"]);
    tree.git(&["switch", "--quiet", "exercise/add"]);
    has(&tree.shown(&["solution", "add"]), &["b * a", "zero() + b + a"]);
    tree.shown(&["start", "add"]);
    has(&tree.lib(), &["b * a"]);
}

#[test]
fn a_merge_that_is_not_finished_is_neither_checked_nor_put_away() {
    let origin = Tree::course("conflict");
    let tree = clone(&origin);
    tree.shown(&["start", "add"]);
    tree.git(&["stash", "--quiet"]);
    pull(&origin, &tree);
    let popped = tree.git_command(&["stash", "pop"]).output().unwrap();
    assert!(!popped.status.success(), "{popped:?}");
    let mine = tree.lib();
    for command in [&["check"][..], &["start", "double"], &["reset"], &["solution", "--apply"]] {
        has(&tree.fails(command), &["sums/src/lib.rs is in the middle of a merge: finish it first"]);
        assert_eq!(tree.lib(), mine);
    }
    tree.write("sums/src/lib.rs", &origin.lib().replace("zero() + b + a", "a * b"));
    tree.shown(&["start", "double"]);
    tree.shown(&["solution", "--apply"]);
    assert_eq!(tree.lib(), origin.lib());
}
