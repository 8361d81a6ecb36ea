//! What git has of an exercise: the course's own code, or an answer.

use std::fs;

use crate::tools::course::{HOLE, LIB};
use crate::tools::{Tree, has};

#[test]
fn the_solution_is_what_git_has_when_the_exercise_begins() {
    let tree = Tree::course();
    tree.commit();
    tree.edit("a + b", "a ^ b");
    tree.shown("start add");
    tree.edit("a ^ b", "a * b");
    tree.commit();
    has(&tree.shown("solution"), &["a * b", "a + b + zero()"]);
    tree.shown("reset");
    tree.shown("solution --apply");
    assert_eq!(tree.lib(), LIB);
    tree.edit("self.0 *= 2", "self.0 <<= 1");
    tree.commit();
    tree.shown("start double");
    tree.commit();
    tree.shown("solution --apply");
    assert_eq!(tree.lib(), LIB.replace("self.0 *= 2", "self.0 <<= 1"));
    tree.shown("reset");
    fs::remove_dir_all(tree.path(".workshop")).unwrap();
    let message = tree.fails("solution double --apply");
    has(&message, &["fresh copy of the course", ".workshop/solutions/", "double/docs/sums/src/lib.rs"]);
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
