//! What a pull does to an open exercise: neither upstream's lines nor a learner's are lost.

use std::fs;

use crate::tools::course::{HOLE, HOLE_OF_DOUBLE, LIB, SOURCE, restore};
use crate::tools::{Tree, has, has_no};

/// The chapter that has the exercise `add`.
const CHAPTER: &str = "docs/book/src/adding.md";

/// Answers to `add`, of which the second one is in the middle.
const ANSWERS: [&str; 2] = ["a * b", "if a > b {"];

/// The course, and a learner's clone of it.
struct Updates {
    upstream: Tree,
    tree: Tree,
}

impl Updates {
    fn new() -> Updates {
        let (upstream, tree) = (Tree::course(), Tree::empty());
        upstream.commit();
        tree.git(&["clone", "--quiet", upstream.path(".").to_str().unwrap(), "."]);
        tree.user();
        Updates { upstream, tree }
    }

    /// Commits what upstream has, and pulls it into a clone without commits of its own. Returns whether all fits.
    fn pull(&self) -> bool {
        self.upstream.git(&["add", "--all", "."]);
        self.upstream.git(&["commit", "--quiet", "--message", "More"]);
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

#[test]
fn what_is_pulled_stays_whatever_leaves_the_exercise() {
    for answer in ["", ANSWERS[0], ANSWERS[1]] {
        for leave in ["start double", "catch-up double", "undo", "restore 1", "solution --apply", "reset"] {
            let updates = Updates::new();
            let tree = &updates.tree;
            tree.shown("start add");
            tree.edit(HOLE, if answer.is_empty() { HOLE } else { answer });
            updates.upstream.replace(SOURCE, "/// A number.", "/// A number of upstream's.");
            assert!(updates.pull());
            tree.shown(leave);
            has(
                &tree.lib(),
                &["/// A number of upstream's.", "a + b + zero()"][..if leave == "reset" { 1 } else { 2 }],
            );
            updates.ends_as_upstream();
            let is_put_away = !answer.is_empty() && leave != "reset";
            tree.shown("start add");
            has(&tree.lib(), &["/// A number of upstream's.", if is_put_away { answer } else { HOLE }]);
        }
    }
}

#[test]
fn what_was_put_away_before_a_pull_comes_back_into_upstreams_source() {
    for answer in ANSWERS {
        let updates = Updates::new();
        updates.tree.answer(answer);
        updates.tree.shown("start double");
        updates.upstream.replace(SOURCE, "//! Arithmetic.", "//! Arithmetic of upstream's.");
        assert!(updates.pull());
        updates.tree.shown("start add");
        has(&updates.tree.lib(), &["of upstream's", answer, "self.0 *= 2"]);
        updates.ends_as_upstream();
    }
}

#[test]
fn a_solution_that_upstream_changes_is_the_one_that_counts() {
    // The learner commits the answer, or does not.
    for commits in [false, true] {
        let updates = Updates::new();
        let tree = &updates.tree;
        tree.answer(ANSWERS[0]);
        if commits {
            tree.git(&["commit", "--quiet", "--all", "--message", "Mine"]);
        }
        updates.upstream.replace(SOURCE, "a + b + zero()", "zero() + a + b");
        assert!(!updates.pull(), "both change the same line");
        let line = "docs/sums/src/lib.rs:9: a conflict of git is open; choose what stays, or `cargo workshop reset add`";
        has(&tree.fails("check"), &[line]);
        let shown = tree.shown("reset");
        has(&tree.lib(), &[HOLE]);
        has_no(&tree.lib(), "<<<<");
        has(&tree.shown("solution"), &["zero() + a + b"]);
        updates.ends_as_upstream();
        tree.shown(&restore(&shown));
        has(&tree.lib(), &[ANSWERS[0]]);
    }
}

#[test]
fn a_source_that_upstream_renames_takes_the_hole_along() {
    let updates = Updates::new();
    let (tree, upstream) = (&updates.tree, &updates.upstream);
    tree.answer(ANSWERS[0]);
    let new = "docs/sums/src/sums.rs";
    fs::rename(upstream.path(SOURCE), upstream.path(new)).unwrap();
    upstream.write(
        "docs/sums/Cargo.toml",
        &(upstream.read("docs/sums/Cargo.toml") + "[lib]\npath = \"src/sums.rs\"\n"),
    );
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
    let tree = Tree::course();
    tree.answer("a * b");
    tree.edit("pub fn add(", "pub fn plus(");
    let what = "docs/sums/src/lib.rs has no function `add`. It has `plus`: is that one renamed?";
    for command in ["check", "solution"] {
        has(&tree.fails(command), &[what]);
    }
    tree.shown("start double");
    has(&tree.lib(), &["a + b + zero()", HOLE_OF_DOUBLE]);
    tree.shown("start add");
    has(&tree.lib(), &["pub fn plus(", "a * b"]);
}

/// Renames an exercise upstream, with its chapter or without, or removes it.
fn rename_or_remove(upstream: &Tree, how: &str) {
    match how {
        "removed" => upstream.replace(CHAPTER, "{{#exercise add}}", ""),
        "renamed" => upstream.replace(CHAPTER, "{{#exercise add}}", "{{#exercise plus}}"),
        _ => {}
    }
    match how {
        "renamed" => {
            fs::rename(upstream.path("docs/exercises/add"), upstream.path("docs/exercises/plus")).unwrap()
        }
        _ => fs::remove_dir_all(upstream.path("docs/exercises/add")).unwrap(),
    }
}

#[test]
fn an_open_exercise_that_a_pull_renames_or_removes_is_left_with_a_word_and_its_code_is_kept() {
    for how in ["renamed", "removed", "removed without its chapter"] {
        for (command, ends_well) in
            [("", true), ("list", true), ("next", true), ("check", false), ("watch", false)]
        {
            let updates = Updates::new();
            let tree = &updates.tree;
            tree.answer(ANSWERS[0]);
            let mine = tree.lib();
            rename_or_remove(&updates.upstream, how);
            assert!(updates.pull());
            let shown = if ends_well { tree.shown(command) } else { tree.fails(command) };
            has(&shown, &["The exercise add is no longer in the course", "What you have written is kept"]);
            assert!(ends_well || shown.contains("no exercise is open"), "{shown}");
            // The next one is its successor, if there is one.
            let goes_on = command == "next" && how == "renamed";
            assert_eq!(tree.lib().contains(ANSWERS[0]), goes_on);
            has(&tree.lib(), &[if command == "next" && !goes_on { HOLE_OF_DOUBLE } else { "self.0 *= 2" }]);
            // It is said once.
            has_no(&tree.shown(""), "no longer");
            tree.shown(&restore(&shown));
            assert_eq!(tree.lib(), mine);
            has_no(&tree.shown(""), "no longer");
            if how == "renamed" {
                has(&shown, &["plus has the same holes: `cargo workshop start plus` brings your code back"]);
            }
        }
    }
}

#[test]
fn an_exercise_of_which_only_the_chapter_knows_blocks_no_other_and_verify_names_it() {
    let tree = Tree::course();
    rename_or_remove(&tree, "removed without its chapter");
    let fault = "a chapter has the exercise add, and docs/exercises has not";
    has(&tree.fails("verify --rounds 1"), &[fault, "1 exercise, 1 fault, "]);
    has(&tree.shown("list"), &["double"]);
    tree.shown("next");
    has(&tree.lib(), &[HOLE_OF_DOUBLE]);
}
