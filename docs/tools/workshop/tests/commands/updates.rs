//! What a pull does to an open exercise: neither upstream's lines nor a learner's are lost.

use std::fs;

use crate::tools::course::{HOLE, HOLE_OF_DOUBLE, LIB, SOURCE, restore};
use crate::tools::{Tree, has, has_no};

/// Answers to `add`, of which the second one is in the middle.
const ANSWERS: [&str; 2] = ["a * b", "if a > b {"];

/// The course, and a learner's clone of it.
struct Updates {
    upstream: Tree,
    tree: Tree,
}

impl Updates {
    /// Starts `add` in the clone, and fills its hole.
    fn answered(answer: &str) -> Updates {
        let (upstream, tree) = (Tree::course(), Tree::empty());
        upstream.commit();
        tree.git(&["clone", "--quiet", upstream.path(".").to_str().unwrap(), "."]);
        tree.user();
        tree.answer(answer);
        Updates { upstream, tree }
    }

    /// Commits what upstream has, and pulls it into the clone. Returns whether all fits.
    fn pull(&self) -> bool {
        self.upstream.commit();
        self.tree.git(&["pull", "--quiet", "--no-rebase", "--autostash"]);
        self.tree.git(&["diff", "--name-only", "--diff-filter=U"]).is_empty()
    }

    /// Asserts that the sources are upstream's when the exercises are left with the solution.
    #[track_caller]
    fn ends_as_upstream(&self) {
        self.tree.shown("start double");
        self.tree.shown("solution --apply");
        assert_eq!(self.tree.lib(), self.upstream.lib());
    }
}

/// Asserts that a pull stays, and the answer as well, when a command leaves the exercise.
#[track_caller]
fn stays(answer: &str, leave: &str) {
    let updates = Updates::answered(answer);
    updates.upstream.replace(SOURCE, "/// A number.", "/// A number of upstream's.");
    assert!(updates.pull());
    updates.tree.shown(leave);
    has(&updates.tree.lib(), &["/// A number of upstream's.", "a + b + zero()"]);
    updates.ends_as_upstream();
    updates.tree.shown("start add");
    has(&updates.tree.lib(), &["/// A number of upstream's.", answer]);
}

#[test]
fn what_is_pulled_stays_whatever_leaves_the_exercise() {
    for leave in ["start double", "catch-up double", "undo", "restore 1", "solution --apply"] {
        stays(ANSWERS[0], leave);
    }
}

#[test]
fn what_is_pulled_stays_when_a_hole_is_left_or_torn() {
    stays(HOLE, "undo");
    stays(ANSWERS[1], "undo");
    stays(ANSWERS[1], "start double");
}

#[test]
fn what_was_put_away_before_a_pull_comes_back_into_upstreams_source() {
    for answer in ANSWERS {
        let updates = Updates::answered(answer);
        updates.tree.shown("start double");
        updates.upstream.replace(SOURCE, "//! Arithmetic.", "//! Arithmetic of upstream's.");
        assert!(updates.pull());
        updates.tree.shown("start add");
        has(&updates.tree.lib(), &["of upstream's", answer, "self.0 *= 2"]);
        updates.ends_as_upstream();
    }
}

/// Asserts that a conflict with upstream's solution is named, and that `reset` ends it.
#[track_caller]
fn ends_a_conflict(updates: &Updates) {
    let tree = &updates.tree;
    updates.upstream.replace(SOURCE, "a + b + zero()", "zero() + a + b");
    assert!(!updates.pull(), "both change the same line");
    let line =
        "docs/sums/src/lib.rs:9: a conflict of git is open; choose what stays, or `cargo workshop reset add`";
    has(&tree.fails("check"), &[line]);
    let shown = tree.shown("reset");
    has(&tree.lib(), &[HOLE]);
    has_no(&tree.lib(), "<<<<");
    has(&tree.shown("solution"), &["zero() + a + b"]);
    updates.ends_as_upstream();
    tree.shown(&restore(&shown));
    has(&tree.lib(), &[ANSWERS[0]]);
}

#[test]
fn a_solution_that_upstream_changes_is_the_one_that_counts() {
    ends_a_conflict(&Updates::answered(ANSWERS[0]));
}

#[test]
fn a_solution_that_upstream_changes_counts_more_than_an_answer_that_is_committed() {
    let updates = Updates::answered(ANSWERS[0]);
    updates.tree.git(&["commit", "--quiet", "--all", "--message", "Mine"]);
    ends_a_conflict(&updates);
}

#[test]
fn a_source_that_upstream_renames_takes_the_hole_along() {
    let updates = Updates::answered(ANSWERS[0]);
    let (tree, upstream) = (&updates.tree, &updates.upstream);
    let new = "docs/sums/src/sums.rs";
    fs::rename(upstream.path(SOURCE), upstream.path(new)).unwrap();
    let manifest = upstream.read("docs/sums/Cargo.toml") + "[lib]\npath = \"src/sums.rs\"\n";
    upstream.write("docs/sums/Cargo.toml", &manifest);
    for id in ["add", "double"] {
        upstream.replace(&format!("docs/exercises/{id}/README.md"), SOURCE, new);
    }
    assert!(updates.pull());
    has(&tree.fails("check"), &["two and three are five"]);
    tree.shown("start double");
    tree.shown("solution --apply");
    assert_eq!(tree.read(new), LIB);
    tree.shown("start add");
    has(&tree.read(new), &[ANSWERS[0]]);
    assert!(!tree.path(SOURCE).exists());
}

#[test]
fn a_function_that_is_renamed_is_named() {
    let tree = Tree::answered("a * b");
    tree.edit("pub fn add(", "pub fn plus(");
    let what = "docs/sums/src/lib.rs has no function `add`: is it renamed or removed";
    for command in ["check", "solution"] {
        has(&tree.fails(command), &[what]);
    }
    tree.shown("start double");
    has(&tree.lib(), &["a + b + zero()", HOLE_OF_DOUBLE]);
    tree.shown("start add");
    has(&tree.lib(), &["pub fn plus(", "a * b"]);
}

/// Removes the exercise `add`, with the place in the book or without.
fn remove(tree: &Tree, has_chapter: bool) {
    fs::remove_dir_all(tree.path("docs/exercises/add")).unwrap();
    if !has_chapter {
        tree.replace("docs/book/src/adding.md", "{{#exercise add}}", "");
    }
}

#[test]
fn an_open_exercise_that_a_pull_removes_is_left_with_a_word_and_its_code_is_kept() {
    for has_chapter in [false, true] {
        let updates = Updates::answered(ANSWERS[0]);
        let tree = &updates.tree;
        let mine = tree.lib();
        remove(&updates.upstream, has_chapter);
        assert!(updates.pull());
        let shown = tree.fails("check");
        has(&shown, &["The exercise add is no longer in the course", "no exercise is open"]);
        assert_eq!(tree.lib(), LIB);
        // It is said once.
        has_no(&tree.shown(""), "no longer");
        tree.shown(&restore(&shown));
        assert_eq!(tree.lib(), mine);
        has_no(&tree.shown(""), "no longer");
    }
}

#[test]
fn an_exercise_of_which_only_the_chapter_knows_blocks_no_other_and_verify_names_it() {
    let tree = Tree::course();
    remove(&tree, true);
    let fault = "a chapter has the exercise add, and docs/exercises has not";
    has(&tree.fails("verify --rounds 1"), &[fault, "1 exercise, 1 fault, "]);
    has(&tree.shown("list"), &["double"]);
    tree.shown("next");
    has(&tree.lib(), &[HOLE_OF_DOUBLE]);
}
