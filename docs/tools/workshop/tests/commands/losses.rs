//! Neither a learner's work nor the solution is lost, whatever an editor, a kill or a second terminal does.

use std::fs::{self, File};
use std::io::{BufRead, BufReader};
#[cfg(unix)]
use std::process::Command;

use crate::tools::course::{HOLE, HOLE_OF_DOUBLE, LIB, SOURCE, restore};
use crate::tools::{Tree, has, has_no};

#[test]
fn a_command_waits_for_another_one() {
    let tree = Tree::course();
    tree.shown("start add");
    let lock = File::options().write(true).open(tree.path(".workshop/lock")).unwrap();
    lock.lock().unwrap();
    let mut waiting = tree.command("reset add").spawn().unwrap();
    let mut line = String::new();
    BufReader::new(waiting.stderr.take().unwrap()).read_line(&mut line).unwrap();
    has(&line, &["waiting for the end of another command"]);
    lock.unlock().unwrap();
    assert!(waiting.wait_with_output().unwrap().status.success());
}

/// Asserts that a command names the `restore` that reverts it.
#[track_caller]
fn is_kept(tree: &Tree, command: &str) {
    let mine = tree.lib();
    let shown = tree.shown(command);
    assert_ne!(tree.lib(), mine);
    tree.shown(&restore(&shown));
    assert_eq!(tree.lib(), mine);
}

#[test]
fn a_solution_that_is_changed_is_kept_and_comes_back() {
    let tree = Tree::course();
    tree.shown("start add");
    tree.shown("solution --apply");
    tree.edit("a + b", "b + a");
    is_kept(&tree, "next");
    tree.shown("next");
    tree.shown("start add");
    has(&tree.lib(), &["b + a"]);
}

#[test]
fn what_is_put_away_comes_back_whatever_command_has_taken_it_out_of_the_hole() {
    for command in ["start double", "catch-up double", "solution --apply", "undo", "restore 1"] {
        let tree = Tree::answered("a * b");
        let shown = tree.shown(command);
        has_no(&tree.lib(), "a * b");
        let back = "What you have written for add is put away; `cargo workshop start add` brings it back.";
        has(&shown, &[back]);
        tree.shown("start double");
        tree.shown("start add");
        has(&tree.lib(), &["a * b"]);
    }
}

#[test]
fn what_is_put_away_and_cut_anew_is_kept() {
    let tree = Tree::answered("a * b");
    tree.shown("start double");
    let shown = tree.shown("reset add");
    tree.shown("start double");
    tree.shown(&restore(&shown));
    tree.shown("start add");
    has(&tree.lib(), &["a * b"]);
}

#[test]
fn a_source_that_is_torn_keeps_what_is_solved_in_it() {
    let tree = Tree::answered("[a, b].iter().sum()");
    tree.shown("check");
    tree.shown("start double");
    tree.edit(HOLE_OF_DOUBLE, "if self.0 > 0 {");
    tree.shown("start add");
    tree.shown("start double");
    has(&tree.lib(), &["[a, b].iter().sum()", "if self.0 > 0 {"]);
    is_kept(&tree, "reset");
    tree.shown("reset");
    has(&tree.lib(), &["[a, b].iter().sum()", HOLE_OF_DOUBLE]);
}

#[test]
fn a_source_that_is_missing_or_no_text_comes_back_and_is_kept() {
    let tree = Tree::course();
    tree.shown("start add");
    let path = tree.path(SOURCE);
    let latin = [tree.lib().as_bytes(), b"// gr\xfc\xdfe\n"].concat();
    fs::remove_file(&path).unwrap();
    for mine in [None, Some(latin)] {
        mine.iter().for_each(|mine| fs::write(&path, mine).unwrap());
        has(&tree.fails("check"), &["`cargo workshop reset add` brings it back"]);
        let shown = tree.shown("reset add");
        has(&tree.lib(), &[HOLE]);
        tree.shown(&restore(&shown));
        assert_eq!(fs::read(&path).ok(), mine);
    }
}

#[test]
fn a_workspace_that_cannot_be_written_to_can_be_read() {
    let tree = Tree::course();
    tree.write(".workshop/lock/taken", "not as it should be");
    for command in ["list", "show add", "solution add", "history", ""] {
        tree.shown(command);
    }
    has(&tree.fails("start add"), &[".workshop"]);
    assert_eq!(tree.lib(), LIB);
}

#[test]
fn progress_that_is_no_text_or_of_another_version_blocks_nothing() {
    let tree = Tree::course();
    tree.write(".workshop/progress", "");
    fs::write(tree.path(".workshop/progress"), b"open divide\nsolved add\nstars 5\n\xff\xfe\n").unwrap();
    tree.shown("next");
    has(&tree.lib(), &["double: Twice"]);
    has(&tree.read(".workshop/progress"), &["solved add\nstars 5\n", "open double\n"]);
}

#[cfg(unix)]
#[test]
fn without_a_snapshot_nothing_is_changed() {
    let tree = Tree::answered("a * b");
    tree.write(SOURCE, &(tree.lib() + &format!("// {}\n", "long ".repeat(1000))));
    let mine = tree.lib();
    // No file may be longer than some blocks.
    let limited = "ulimit -f 2; trap '' XFSZ; exec \"$0\" reset add --root \"$1\"";
    let mut command = Command::new("sh");
    command.args(["-c", limited, env!("CARGO_BIN_EXE_workshop")]).arg(tree.path("."));
    assert_eq!(command.output().unwrap().status.code(), Some(1));
    assert_eq!(tree.lib(), mine);
    has(&tree.fails("restore 2"), &["no snapshot 2"]);
}

#[test]
fn a_solution_whose_source_is_lost_is_solved_and_comes_back() {
    let tree = Tree::answered("[a, b].iter().sum()");
    tree.shown("check");
    // As `git checkout .` does.
    tree.write(SOURCE, LIB);
    has_no(&tree.shown("check"), "add is solved");
    tree.shown("start double");
    has(&tree.lib(), &["[a, b].iter().sum()"]);
}
