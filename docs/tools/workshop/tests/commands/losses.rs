//! Neither a learner's work nor the solution is lost, whatever an editor, git, a kill or a second terminal does.

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

/// Asserts that a command, after steps (commands, edits `OLD -> NEW`), names the `restore` that reverts it.
#[track_caller]
fn is_kept(steps: &[&str], command: &str) {
    let tree = Tree::course();
    for step in steps {
        match step.split_once(" -> ") {
            Some((old, new)) => tree.edit(old, new),
            None => drop(tree.shown(step)),
        }
    }
    let mine = tree.lib();
    let shown = tree.shown(command);
    assert_ne!(tree.lib(), mine);
    tree.shown(&restore(&shown));
    assert_eq!(tree.lib(), mine);
}

#[test]
fn what_a_command_replaces_is_kept_and_it_is_said_where() {
    let answered = format!("{HOLE} -> b + a");
    is_kept(&["start add", &answered, "check", "b + a -> b + a + 0"], "next");
    is_kept(&["start add", "solution --apply", "a + b -> b + a"], "next");
    is_kept(&["start add", &format!("{HOLE} -> let half = a;\n    {HOLE}")], "reset add");
    let broken = format!("{HOLE_OF_DOUBLE} -> if self.0 > 0 {{");
    is_kept(&["start double", "/// Adds. -> /// Noted.", &broken], "reset double");
}

#[test]
fn what_was_put_away_and_is_cut_anew_is_kept() {
    let tree = Tree::course();
    tree.shown("start double");
    tree.edit(HOLE_OF_DOUBLE, "self.0 += 2;");
    tree.shown("start add");
    let shown = tree.shown("catch-up double");
    tree.shown(&restore(&shown));
    tree.shown("start double");
    has(&tree.lib(), &["self.0 += 2;"]);
}

#[test]
fn the_latest_text_comes_back_whatever_command_has_taken_it_out_of_the_hole() {
    for command in ["start double", "catch-up double", "solution --apply", "undo", "restore 1", "restore 2"] {
        let tree = Tree::course();
        tree.answer("a * b");
        tree.shown("start double");
        tree.shown("start add");
        tree.edit("a * b", "b * a");
        let shown = tree.shown(command);
        has_no(&tree.lib(), "b * a");
        has(
            &shown,
            &["What you have written for add is put away; `cargo workshop start add` brings it back."],
        );
        // The code that an `undo` has brought back is older, and does not take its place.
        (0..6).for_each(|_| drop(tree.run("undo")));
        assert_eq!(tree.lib(), LIB);
        tree.shown("start double");
        tree.shown("start add");
        has(&tree.lib(), &["b * a"]);
    }
    // After the solution, too.
    let tree = Tree::course();
    tree.answer("a * b");
    tree.shown("solution --apply");
    tree.edit("a + b", "b + a");
    has(&tree.shown("next"), &["put away"]);
    tree.shown("start add");
    has(&tree.lib(), &["b + a"]);
}

#[test]
fn a_source_that_is_torn_keeps_what_is_solved_in_it() {
    let tree = Tree::course();
    tree.answer("[a, b].iter().sum()");
    tree.shown("check");
    tree.shown("start double");
    tree.edit(HOLE_OF_DOUBLE, "if self.0 > 0 {");
    tree.shown("start add");
    tree.shown("start double");
    has(&tree.lib(), &["[a, b].iter().sum()", "if self.0 > 0 {"]);
    tree.shown("reset");
    has(&tree.lib(), &["[a, b].iter().sum()", HOLE_OF_DOUBLE]);
}

#[test]
fn what_git_brings_back_is_not_cut() {
    let tree = Tree::course();
    tree.answer("a * b");
    // `git stash`, another exercise, and `git stash pop`.
    tree.write(SOURCE, LIB);
    has(&tree.shown("check"), &["the same as the course's own", "`git stash pop`"]);
    tree.shown("start double");
    tree.edit("a + b + zero()", "b * a");
    let shown = tree.shown("start add");
    has(&tree.lib(), &["b * a"]);
    has(&shown, &["The code that is there for add is not the course's, and stays"]);
}

#[test]
fn a_snapshot_that_a_kill_has_cut_short_is_passed_over() {
    let tree = Tree::course();
    tree.shown("start add");
    tree.write(".workshop/snapshots/0009/docs/sums/src/lib.rs", "half a");
    tree.shown("undo");
    assert_eq!(tree.lib(), LIB);
}

#[test]
fn a_workspace_that_cannot_be_written_to_can_be_read() {
    for taken in ["snapshots", "lock/taken"] {
        let tree = Tree::course();
        tree.write(&format!(".workshop/{taken}"), "not as it should be");
        for command in ["list", "show add", "solution add", "history", ""] {
            tree.shown(command);
        }
        has(&tree.fails("start add"), &[".workshop"]);
        assert_eq!(tree.lib(), LIB);
    }
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
fn of_a_snapshot_that_fails_nothing_is_left() {
    let tree = Tree::course();
    tree.answer("a * b");
    tree.write(SOURCE, &(tree.lib() + &format!("// {}\n", "long ".repeat(1000))));
    // No file may be longer than some blocks.
    let limited = "ulimit -f 2; trap '' XFSZ; exec \"$0\" reset add --root \"$1\"";
    let mut command = Command::new("sh");
    command.args(["-c", limited, env!("CARGO_BIN_EXE_workshop")]).arg(tree.path("."));
    let output = command.output().unwrap();
    has(&String::from_utf8(output.stderr).unwrap(), &["snapshots/0002"]);
    assert!(!tree.path(".workshop/snapshots/0002").exists());
}

#[test]
fn a_solution_stays_when_its_source_or_its_copy_is_lost() {
    // As `git checkout .` does.
    let source_is_lost = |tree: &Tree| tree.write(SOURCE, LIB);
    let copy_is_lost =
        |tree: &Tree| fs::remove_dir_all(tree.path(".workshop/work")).expect("it has the copy");
    for (lose, is_solved) in [(&source_is_lost as &dyn Fn(&Tree), false), (&copy_is_lost, true)] {
        let tree = Tree::course();
        tree.answer("[a, b].iter().sum()");
        has(&tree.shown("check"), &["add is solved"]);
        lose(&tree);
        let shown = tree.shown("check");
        assert_eq!(shown.contains("add is solved"), is_solved, "{shown}");
        lose(&tree);
        tree.shown("start double");
        has(&tree.lib(), &["[a, b].iter().sum()"]);
    }
}

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
