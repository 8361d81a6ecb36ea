//! The commands that change sources, and what `undo` and `restore` take back.

use crate::tools::course::{HOLE, HOLE_OF_DOUBLE, LIB, restore};
use crate::tools::{Tree, command, has, has_no, stdout};

#[test]
fn show_only_shows_and_start_cuts_the_hole() {
    let tree = Tree::course();
    let shown = tree.shown("show add");
    has(&shown, &["add: Sums", "docs/sums/src/lib.rs:8", "How many?"]);
    has_no(&shown, "It fails until");
    assert_eq!(tree.lib(), LIB);
    // The course is the one around the current folder.
    let list = stdout(command("list").current_dir(tree.path("docs/sums/src")).output().unwrap());
    has(&list, &["Sums", "Twice"]);
    has_no(&list, "open  ");
    has(&tree.fails("start sub"), &["no exercise is called `sub`; `cargo workshop list` shows all"]);
    let shown = tree.shown("start add");
    has(&shown, &["docs/sums/src/lib.rs:8", "cargo test -p sums --test add\n", "It fails until"]);
    assert_eq!(tree.lib(), LIB.replace("a + b + zero()", HOLE));
    has(&tree.shown("reset"), &["add is as it was cut: there is nothing to reset"]);
}

#[test]
fn undo_goes_back_step_by_step_and_can_be_undone() {
    let tree = Tree::answered("a * b");
    let mine = tree.lib();
    tree.shown("start double");
    let put_away = tree.lib();
    let undone = tree.shown("undo");
    has(&undone, &["add is open again."]);
    assert_eq!(tree.lib(), mine);
    tree.shown(&restore(&undone));
    assert_eq!(tree.lib(), put_away);
    has(&tree.shown(""), &["Open: double"]);
    tree.shown("undo");
    assert_eq!(tree.lib(), mine);
    has(&tree.shown("undo"), &["No exercise is open now."]);
    assert_eq!(tree.lib(), LIB);
    has(&tree.fails("undo"), &["nothing to undo"]);
}

#[test]
fn the_history_names_commands_and_files() {
    let tree = Tree::course();
    has(&tree.shown("history"), &["No command has changed anything yet"]);
    tree.shown("start add");
    tree.shown("solution --apply");
    tree.shown("undo");
    let shown = tree.shown("history");
    has(&shown, &["\n   2  ", " ago  solution add --apply          docs/sums/src/lib.rs\n   3  ", "  undo "]);
    has_no(&shown, ".workshop/");
    has(&tree.fails("restore 9"), &["no snapshot 9; `cargo workshop history` shows all"]);
}

#[test]
fn what_was_begun_is_put_away_and_comes_back() {
    for answer in ["a * b", "if a > b {"] {
        let tree = Tree::course();
        tree.shown("start add");
        has_no(&tree.shown("start double"), "put away");
        tree.answer(answer);
        let mine = tree.lib();
        has(&tree.shown("start double"), &["What you have written for add is put away"]);
        has(&tree.shown("list"), &["* add              begun  "]);
        has(&tree.lib(), &["a + b", HOLE_OF_DOUBLE]);
        has(&tree.shown("start add"), &["What you had written for add is back"]);
        assert_eq!(tree.lib(), mine);
    }
}

#[test]
fn catching_up_takes_the_solution_for_what_was_missed() {
    let tree = Tree::answered("a - b");
    tree.shown("catch-up double");
    has(&tree.lib(), &["a + b", HOLE_OF_DOUBLE]);
    has(&tree.shown("list"), &["add              given"]);
}
