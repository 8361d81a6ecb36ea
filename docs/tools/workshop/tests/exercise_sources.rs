//! The commands that change sources, and what `undo` and `restore` take back.

mod tools;

use std::process::Command;

use tools::course::{HOLE, LIB, restore};
use tools::{Tree, has};

#[test]
fn start_cuts_the_hole_and_says_where_it_is() {
    let tree = Tree::course("start");
    let shown = tree.shown(&["start", "add"]);
    has(
        &shown,
        &["add: Sums", "sums/src/lib.rs:9", "cargo test -p sums --test add", "It fails until", "How many?"],
    );
    assert!(tree.lib().contains(HOLE) && !tree.lib().contains("a + b"), "{}", tree.lib());
}

#[test]
fn reset_and_undo_bring_back_every_byte() {
    let tree = Tree::course("undo");
    tree.shown(&["start", "add"]);
    assert!(tree.shown(&["reset"]).contains("add is as it was cut: there is nothing to reset"));
    tree.edit(HOLE, "a - b  // \u{e4}\t");
    tree.edit("/// A number.", "/// My number, \r\n/// and no line's end");
    let mine = tree.lib();
    tree.shown(&["reset", "add"]);
    assert!(tree.lib().contains(HOLE) && tree.lib().contains("My number"), "{}", tree.lib());
    tree.shown(&["undo"]);
    assert_eq!(tree.lib(), mine);
}

#[test]
fn a_file_keeps_its_line_ends() {
    let tree = Tree::course("crlf");
    tree.write("sums/src/lib.rs", &LIB.replace('\n', "\r\n"));
    let is_kept = || assert_eq!(tree.lib().replace("\r\n", "\n").replace('\n', "\r\n"), tree.lib());
    for command in [&["start", "add"][..], &["solution", "--apply"], &["reset"], &["start", "double"]] {
        tree.shown(command);
        is_kept();
    }
    // An editor may leave a brace out, or write other ends.
    tree.edit("{\r\n", "\r\n");
    tree.shown(&["reset"]);
    is_kept();
    tree.edit("todo!(\"double: Twice\")", "self.0\n *= 2");
    tree.shown(&["start", "add"]);
    tree.shown(&["start", "double"]);
    is_kept();
}

#[test]
fn undo_goes_back_step_by_step_and_can_be_undone() {
    let tree = Tree::course("steps");
    tree.shown(&["start", "add"]);
    tree.edit(HOLE, "a * b");
    let mine = tree.lib();
    tree.shown(&["start", "double"]);
    let put_away = tree.lib();
    let undone = tree.shown(&["undo"]);
    has(&undone, &["add is open again."]);
    assert_eq!(tree.lib(), mine);
    tree.shown(&restore(&undone));
    assert_eq!(tree.lib(), put_away);
    assert!(tree.shown(&[]).contains("Open: double"), "the progress comes back, too");
    tree.shown(&["undo"]);
    assert_eq!(tree.lib(), mine);
    has(&tree.shown(&["undo"]), &["No exercise is open now."]);
    assert_eq!(tree.lib(), LIB);
    assert!(tree.fails(&["undo"]).contains("nothing to undo"));
}

#[test]
fn the_history_names_commands_and_files() {
    let tree = Tree::course("history");
    assert!(tree.shown(&["history"]).contains("No command has changed anything yet"));
    tree.shown(&["start", "add"]);
    tree.shown(&["solution", "--apply"]);
    tree.shown(&["undo"]);
    let shown = tree.shown(&["history"]);
    let solution = "   2  just now     solution add --apply          sums/src/lib.rs\n";
    has(&shown, &["   1  just now     start add", solution, "   3  just now     undo"]);
    assert!(!shown.contains(".workshop/"), "only sources are shown: {shown}");
    for number in ["9", "x"] {
        let none = format!("no snapshot {number}; `cargo workshop history` shows all");
        has(&tree.fails(&["restore", number]), &[&none]);
    }
    has(&tree.fails(&["restore"]), &["which snapshot? `cargo workshop history` shows all"]);
}

#[test]
fn what_was_begun_is_put_away_and_comes_back() {
    for answer in ["a * b", "if a > b {"] {
        let tree = Tree::course("away");
        tree.shown(&["start", "add"]);
        assert!(!tree.shown(&["start", "double"]).contains("put away"), "nothing was written");
        tree.shown(&["start", "add"]);
        tree.edit(HOLE, answer);
        let mine = tree.lib();
        assert!(tree.shown(&["start", "double"]).contains("What you have written for add is put away"));
        assert!(tree.shown(&["list"]).contains("* add              begun  "));
        assert!(tree.lib().contains("a + b") && tree.lib().contains("double: Twice"), "{}", tree.lib());
        assert!(tree.shown(&["start", "add"]).contains("What you had written for add is back"));
        assert_eq!(tree.lib(), mine);
    }
}

#[test]
fn a_solved_exercise_that_is_looked_at_again_stays_solved() {
    let tree = Tree::course("again");
    tree.shown(&["start", "add"]);
    tree.edit(HOLE, "b + a");
    tree.shown(&["check"]);
    tree.shown(&["start", "add"]);
    assert!(tree.lib().contains(HOLE), "{}", tree.lib());
    tree.shown(&["start", "double"]);
    assert!(tree.lib().contains("b + a"), "{}", tree.lib());
    assert!(tree.shown(&["list"]).contains("* add              solved"));
}

#[test]
fn catching_up_takes_the_solution_for_what_was_missed() {
    let tree = Tree::course("catch-up");
    tree.shown(&["start", "add"]);
    tree.edit(HOLE, "a - b");
    tree.shown(&["catch-up", "double"]);
    assert!(tree.lib().contains("a + b") && tree.lib().contains("double: Twice"), "{}", tree.lib());
    assert!(tree.shown(&["list"]).contains("add              given"));
}

#[test]
fn show_only_shows() {
    let tree = Tree::course("show");
    let shown = tree.shown(&["show", "add"]);
    has(&shown, &["add: Sums", "sums/src/lib.rs:8", "How many?"]);
    assert!(!shown.contains("It fails until"), "nothing is cut: {shown}");
    assert_eq!(tree.lib(), LIB);
    assert!(!tree.shown(&["list"]).contains("open  "));
}

#[test]
fn a_wrong_id_says_where_the_right_ones_are() {
    let message = Tree::course("wrong-id").fails(&["start", "sub"]);
    has(&message, &["no exercise is called `sub`; `cargo workshop list` shows all"]);
}

#[test]
fn the_course_is_the_one_around_the_current_folder() {
    let tree = Tree::course("around");
    let mut command = Command::new(env!("CARGO_BIN_EXE_workshop"));
    let output = command.arg("list").current_dir(tree.path("sums/src")).output().unwrap();
    has(&String::from_utf8(output.stdout).unwrap(), &["Sums", "Twice"]);
}
