//! What git has of an exercise: the course's own code, or an answer.

use std::fs;

use crate::tools::course::{HOLE, HOLE_OF_DOUBLE, LIB, SOURCE};
use crate::tools::{Tree, has};

#[test]
fn the_solution_is_what_git_has_when_the_exercise_begins() {
    let tree = Tree::course();
    tree.commit();
    tree.edit("a + b", "a ^ b");
    tree.shown("start add");
    tree.shown("solution --apply");
    assert_eq!(tree.lib(), LIB);
    tree.edit("self.0 *= 2", "self.0 <<= 1");
    tree.commit();
    tree.shown("start double");
    tree.shown("solution --apply");
    assert_eq!(tree.lib(), LIB.replace("self.0 *= 2", "self.0 <<= 1"));
}

#[test]
fn an_unknown_solution_blocks_no_other_exercise() {
    let tree = Tree::course();
    tree.shown("start add");
    tree.commit();
    fs::remove_dir_all(tree.path(".workshop")).unwrap();
    tree.shown("start add");
    let message = tree.fails("solution --apply");
    has(&message, &["fresh copy of the course", ".workshop/solutions/", "add/docs/sums/src/lib.rs"]);
    has(&tree.shown("start double"), &["add stays as it is"]);
    has(&tree.lib(), &[HOLE, HOLE_OF_DOUBLE]);
}

#[test]
fn the_code_of_the_course_is_no_solution_of_the_learner() {
    let tree = Tree::course();
    tree.commit();
    tree.shown("start add");
    tree.git("checkout --quiet .");
    has(&tree.fails("check"), &["the course's own code", "cargo workshop reset add"]);
    // A short body may well be the same, as long as it stands where the hole was cut.
    tree.shown("reset add");
    tree.edit(HOLE, "a + b + zero()");
    has(&tree.shown("check"), &["add is solved"]);
}

/// Returns a clone of a course that is committed, in which a learner can commit.
fn clone(origin: &Tree) -> Tree {
    origin.commit();
    let tree = Tree::empty();
    tree.git(&format!("clone --quiet {} .", origin.path(".").display()));
    tree.git("config user.name A");
    tree.git("config user.email me@x");
    tree
}

/// Changes the course's code in its repository, and brings it into a clone.
fn pull(origin: &Tree, tree: &Tree) {
    origin.edit("a + b + zero()", "zero() + b + a");
    origin.commit();
    tree.git("pull --quiet");
}

#[test]
fn what_a_pull_brings_is_the_courses_code_and_what_a_commit_here_has_is_an_answer() {
    let origin = Tree::course();
    let tree = clone(&origin);
    tree.answer("a * b");
    tree.shown("start double");
    tree.shown("solution --apply");
    pull(&origin, &tree);
    has(&tree.shown("start add"), &["What you had written for add is back"]);
    has(&tree.shown("solution add"), &["a * b", "zero() + b + a"]);
    tree.shown("start double");
    tree.shown("solution --apply");
    assert_eq!(tree.lib(), origin.lib());
    tree.shown("reset add");
    tree.git("switch --quiet --create exercise/add");
    tree.edit(HOLE, "b * a");
    tree.git("commit --quiet --all --message Answer");
    tree.git("switch --quiet main");
    tree.shown("catch-up double");
    tree.shown("solution --apply");
    tree.git("switch --quiet exercise/add");
    has(&tree.shown("solution add"), &["b * a", "zero() + b + a"]);
    tree.shown("start add");
    has(&tree.lib(), &["b * a"]);
}

#[test]
fn a_merge_that_is_not_finished_is_neither_checked_nor_put_away() {
    let origin = Tree::course();
    let tree = clone(&origin);
    tree.shown("start add");
    tree.git("stash --quiet");
    pull(&origin, &tree);
    let popped = tree.git_command("stash pop").output().unwrap();
    assert!(!popped.status.success(), "{popped:?}");
    let mine = tree.lib();
    for command in ["check", "start double", "reset", "solution --apply"] {
        has(&tree.fails(command), &["docs/sums/src/lib.rs is in the middle of a merge: finish it first"]);
        assert_eq!(tree.lib(), mine);
    }
    tree.write(SOURCE, &origin.lib().replace("zero() + b + a", "a * b"));
    tree.shown("start double");
    tree.shown("solution --apply");
    assert_eq!(tree.lib(), origin.lib());
}
