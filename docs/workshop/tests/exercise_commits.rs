//! `start --commit`, which hides from an editor what was cut, and what `next` says of the way.

mod exercise_tools;

use std::process::Command;

use exercise_tools::{LIB, Tree, missing};

const HOLE: &str = "todo!(\"add: Sums\")";

/// Returns what git prints, which must succeed.
fn git(tree: &Tree, arguments: &[&str]) -> String {
    let output = Command::new("git").arg("-C").arg(&tree.root).args(arguments).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

/// A course in a repository whose branch is `main`, with an author.
fn repository(name: &str) -> Tree {
    let tree = Tree::new(name);
    tree.write(".gitignore", ".workshop\ntarget\n");
    tree.commit();
    git(&tree, &["branch", "--move", "main"]);
    git(&tree, &["config", "user.name", "A"]);
    git(&tree, &["config", "user.email", "a@b"]);
    tree
}

#[test]
fn a_hole_is_committed_on_a_branch_of_its_own() {
    let tree = repository("branch");
    tree.write("sums/src/unused.rs", "pub fn zero() -> u32 {\n    1 - 1\n}\n");
    let shown = tree.shown(&["start", "add"]);
    assert_eq!(
        missing(&shown, &["shows the solution. `cargo workshop start add --commit` hides it"]),
        [""; 0],
        "{shown}"
    );
    let shown = tree.shown(&["start", "add", "--commit"]);
    let parts = ["committed on the branch exercise/add", "`git switch main` goes back", "hides it"];
    assert_eq!(missing(&shown, &parts), ["hides it"], "{shown}");
    assert!(git(&tree, &["show", "HEAD:sums/src/lib.rs"]).contains(HOLE));
    assert_eq!(git(&tree, &["status", "--short", "--untracked-files=no"]), " M sums/src/unused.rs\n");
    // The course's own code is known as before.
    tree.shown(&["solution", "--apply"]);
    assert_eq!(tree.lib(), LIB);
    assert!(git(&tree, &["show", "main:sums/src/lib.rs"]) == LIB, "the other branch is as it was");
    tree.shown(&["reset", "add"]);
    assert!(tree.shown(&["start", "add", "--commit"]).contains("The hole is committed already"));
}

#[test]
fn without_a_repository_the_hole_is_cut_and_git_says_what_is_missing() {
    let tree = Tree::new("no-repository");
    let shown = tree.fails(&["start", "add", "--commit"]);
    assert!(shown.contains("git show: ") && shown.contains("not a git repository"), "{shown}");
    assert!(tree.lib().contains(HOLE), "`start` has cut it all the same");
    assert!(!tree.shown(&["start", "add"]).contains("shows the solution"), "no editor knows what was cut");
}

#[test]
fn next_says_when_it_goes_back() {
    let tree = Tree::new("back");
    tree.shown(&["start", "double"]);
    tree.edit("todo!(\"double: Twice\")", "self.0 += self.0;");
    tree.shown(&["check"]);
    let shown = tree.shown(&["next"]);
    assert!(
        shown.starts_with("Back from double to the first exercise that is not done.\n\nadd: Sums"),
        "{shown}"
    );
}

#[test]
fn an_exercise_in_which_nothing_was_written_is_not_put_away() {
    let tree = Tree::new("nothing");
    tree.shown(&["start", "add"]);
    let shown = tree.shown(&["start", "double"]);
    assert!(!shown.contains("put away"), "{shown}");
    assert!(!tree.shown(&["list"]).contains("begun  "), "nothing of `add` was begun");
    tree.shown(&["start", "add"]);
    tree.edit(HOLE, "a");
    assert!(tree.shown(&["start", "double"]).contains("What you have written for add is put away"));
    assert!(tree.shown(&["list"]).contains("* add              begun  "));
}
