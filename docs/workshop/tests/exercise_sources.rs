//! The commands that change sources: nothing of a learner's is lost.

mod exercise_tools;

use std::process::Command;

use exercise_tools::{LIB, Tree, has_file, missing, restore};

const HOLE: &str = "todo!(\"add: Sums\")";

#[test]
fn start_cuts_the_hole_and_says_where_it_is() {
    let tree = Tree::new("start");
    let shown = tree.shown(&["start", "add"]);
    let parts =
        ["add: Sums", "sums/src/lib.rs:9", "cargo test -p sums --test add", "It fails until", "How many?"];
    assert_eq!(missing(&shown, &parts), [""; 0], "{shown}");
    assert!(tree.lib().contains(HOLE) && !tree.lib().contains("a + b"), "{}", tree.lib());
}

#[test]
fn the_solution_is_what_was_cut() {
    let tree = Tree::new("solution");
    tree.shown(&["start", "add"]);
    tree.shown(&["solution", "--apply"]);
    assert_eq!(tree.lib(), LIB);
}

#[test]
fn reset_and_undo_bring_back_every_byte() {
    let tree = Tree::new("undo");
    tree.shown(&["start", "add"]);
    tree.edit(HOLE, "a - b  // \u{e4}\t");
    tree.edit("/// A number.", "/// My number, \r\n/// and no line's end");
    let mine = tree.lib();
    tree.shown(&["reset", "add"]);
    assert!(tree.lib().contains(HOLE) && tree.lib().contains("My number"), "{}", tree.lib());
    tree.shown(&["undo"]);
    assert_eq!(tree.lib(), mine);
}

#[test]
fn undo_goes_back_step_by_step_and_keeps_what_it_replaces() {
    let tree = Tree::new("steps");
    tree.shown(&["start", "add"]);
    tree.edit(HOLE, "0");
    tree.shown(&["solution", "--apply"]);
    tree.edit("a + b", "b + a");
    tree.shown(&["undo"]);
    let undone = tree.shown(&["undo"]);
    assert_eq!(tree.lib(), LIB);
    assert!(tree.fails(&["undo"]).contains("nothing to undo"));
    tree.shown(&restore(&undone));
    assert!(tree.lib().contains("    0\n"), "{}", tree.lib());
}

#[test]
fn what_was_begun_is_put_away_and_comes_back() {
    let tree = Tree::new("away");
    tree.shown(&["start", "add"]);
    tree.edit(HOLE, "a * b");
    tree.shown(&["start", "double"]);
    assert!(tree.lib().contains("a + b") && tree.lib().contains("double: Twice"), "{}", tree.lib());
    assert!(tree.shown(&["start", "add"]).contains("What you had written for add is back"));
    assert!(tree.lib().contains("a * b") && tree.lib().contains("self.0 *= 2"), "{}", tree.lib());
}

#[test]
fn the_solution_is_what_git_has() {
    let tree = Tree::new("git");
    tree.commit();
    tree.edit("a + b", "a ^ b");
    tree.shown(&["start", "add"]);
    tree.shown(&["solution", "--apply"]);
    assert_eq!(tree.lib(), LIB);
}

#[test]
fn a_committed_hole_is_no_solution() {
    let tree = Tree::new("committed");
    tree.shown(&["start", "add"]);
    tree.commit();
    tree.shown(&["solution", "--apply"]);
    assert_eq!(tree.lib(), LIB);
}

#[test]
fn an_answer_that_was_committed_is_not_the_solution() {
    let tree = Tree::new("answer");
    tree.commit();
    tree.shown(&["start", "add"]);
    tree.edit(HOLE, "b + a");
    tree.commit();
    tree.shown(&["check"]);
    tree.shown(&["start", "double"]);
    tree.shown(&["reset", "add"]);
    tree.shown(&["solution", "--apply"]);
    assert!(tree.lib().contains("a + b + zero()"), "{}", tree.lib());
}

#[test]
fn what_git_pulls_before_an_exercise_is_begun_is_its_solution() {
    let tree = Tree::new("pulled");
    tree.commit();
    tree.shown(&["list"]);
    tree.edit("a + b", "b + a");
    tree.commit();
    tree.shown(&["start", "add"]);
    tree.shown(&["solution", "--apply"]);
    assert_eq!(tree.lib(), LIB.replace("a + b", "b + a"));
}

#[test]
fn what_was_begun_comes_back_though_its_braces_do_not_match() {
    let tree = Tree::new("begun");
    tree.shown(&["start", "add"]);
    tree.edit(HOLE, "if a > b {");
    let mine = tree.lib();
    tree.shown(&["start", "double"]);
    assert!(tree.lib().contains("a + b"), "{}", tree.lib());
    tree.shown(&["start", "add"]);
    assert_eq!(tree.lib(), mine);
}

#[test]
fn an_untouched_hole_is_not_reset() {
    let tree = Tree::new("untouched");
    tree.shown(&["start", "add"]);
    assert!(tree.shown(&["reset", "add"]).contains("nothing to reset"));
    tree.shown(&["undo"]);
    assert_eq!(tree.lib(), LIB);
}

#[test]
fn the_course_is_the_one_around_the_current_folder() {
    let tree = Tree::new("around");
    let mut command = Command::new(env!("CARGO_BIN_EXE_workshop"));
    let output = command.arg("list").current_dir(tree.root.join("sums/src")).output().unwrap();
    let list = String::from_utf8(output.stdout).unwrap();
    assert_eq!(missing(&list, &["Sums", "Twice"]), [""; 0], "{list}");
}

#[test]
fn a_source_whose_braces_do_not_match_can_be_reset() {
    let tree = Tree::new("braces");
    tree.shown(&["start", "double"]);
    tree.edit("todo!(\"double: Twice\")", "if self.0 > 0 {");
    let mine = tree.lib();
    tree.shown(&["reset", "double"]);
    assert!(tree.lib().contains("todo!(\"double: Twice\")"), "{}", tree.lib());
    tree.shown(&["undo"]);
    assert_eq!(tree.lib(), mine);
}

#[test]
fn without_room_for_a_snapshot_nothing_is_written() {
    let tree = Tree::new("full");
    tree.write(".workshop/snapshots", "no folder");
    assert!(tree.fails(&["start", "add"]).contains("snapshots"));
    assert_eq!(tree.lib(), LIB);
}

#[test]
fn a_snapshot_that_a_kill_has_cut_short_is_passed_over() {
    let tree = Tree::new("killed");
    tree.shown(&["start", "add"]);
    tree.write(".workshop/snapshots/0009-incomplete/sums/src/lib.rs", "half a");
    tree.shown(&["undo"]);
    assert_eq!(tree.lib(), LIB);
    assert!(has_file(&tree.root.join(".workshop/snapshots"), "0010-undone"));
}

#[test]
fn a_wrong_id_says_where_the_right_ones_are_and_changes_nothing() {
    let tree = Tree::new("wrong-id");
    for command in ["start", "reset", "catch-up", "check", "hint"] {
        let message = tree.fails(&[command, "sub"]);
        assert!(
            message.contains("no exercise is called `sub`; `cargo workshop list` shows all"),
            "{message}"
        );
    }
    assert_eq!(tree.lib(), LIB);
}

#[test]
fn what_another_version_has_noted_stays() {
    let tree = Tree::new("versions");
    tree.write(".workshop/progress", "open divide\nsolved divide\nstars 5\n");
    tree.shown(&["start", "add"]);
    assert_eq!(tree.read(".workshop/progress"), "solved divide\nstars 5\nopen add\n");
}

#[test]
fn catching_up_takes_the_solution_for_what_was_missed() {
    let tree = Tree::new("catch-up");
    tree.shown(&["start", "add"]);
    tree.edit(HOLE, "a - b");
    tree.shown(&["catch-up", "double"]);
    assert!(tree.lib().contains("a + b") && tree.lib().contains("double: Twice"), "{}", tree.lib());
    assert!(tree.shown(&["list"]).contains("add              given"));
}
