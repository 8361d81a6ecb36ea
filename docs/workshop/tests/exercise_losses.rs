//! What a learner has written is never lost, whatever git, an editor or a second terminal does meanwhile.

mod exercise_tools;

use std::fs::{self, File};
use std::io::{BufRead, BufReader};
use std::process::Stdio;
use std::sync::mpsc;
use std::thread;

use exercise_tools::{HUNG, LIB, Tree, ended, has_file, missing, restore};

const HOLE: &str = "todo!(\"add: Sums\")";

#[test]
fn two_commands_at_once_run_one_after_the_other() {
    let tree = Tree::new("at-once");
    for round in 0..100 {
        let both = |commands: [&[&str]; 2]| {
            let [first, second] = commands.map(|command| tree.command(command).spawn().unwrap());
            [first, second].map(ended)
        };
        both([&["start", "add"], &["start", "double"]]);
        for output in both([&["undo"], &["undo"]]) {
            assert!(output.status.success(), "round {round}: {}", String::from_utf8_lossy(&output.stderr));
        }
        let lib = fs::read_to_string(tree.root.join("sums/src/lib.rs"));
        assert_eq!(lib.ok().as_deref(), Some(LIB), "round {round}: two `undo` take back two `start`");
    }
}

#[test]
fn a_command_waits_for_another_one_and_names_it() {
    let tree = Tree::new("waits");
    tree.shown(&["start", "add"]);
    let lock = File::options().write(true).open(tree.root.join(".workshop/lock")).unwrap();
    lock.lock().unwrap();
    let mut waiting = tree.command(&["reset", "add"]).stdout(Stdio::null()).spawn().unwrap();
    let (says, said) = mpsc::channel();
    let mut lines = BufReader::new(waiting.stderr.take().unwrap());
    thread::spawn(move || {
        let mut line = String::new();
        lines.read_line(&mut line).unwrap();
        says.send(line).unwrap();
    });
    let line = said.recv_timeout(HUNG);
    lock.unlock().unwrap();
    assert!(ended(waiting).status.success());
    assert!(line.as_deref().is_ok_and(|line| line.contains("`cargo workshop start add")), "{line:?}");
}

#[test]
fn a_snapshot_that_has_lost_a_copy_deletes_no_source() {
    let tree = Tree::new("lost-copy");
    tree.shown(&["start", "add"]);
    let cut = tree.lib();
    fs::remove_file(tree.root.join(".workshop/snapshots/0001/sums/src/lib.rs")).unwrap();
    let message = tree.fails(&["undo"]);
    assert!(message.contains("has lost its copy of sums/src/lib.rs: nothing was changed"), "{message}");
    assert_eq!(tree.lib(), cut);
}

#[test]
fn what_git_brings_back_is_not_cut() {
    let tree = Tree::new("popped");
    tree.shown(&["start", "add"]);
    tree.edit(HOLE, "a * b");
    // `git stash`, another exercise, and `git stash pop`.
    tree.write("sums/src/lib.rs", LIB);
    tree.shown(&["start", "double"]);
    tree.edit("a + b + zero()", "b * a");
    let shown = tree.shown(&["start", "add"]);
    assert!(tree.lib().contains("b * a"), "{}", tree.lib());
    assert!(shown.contains("The code that is there for add is not the course's, and stays"), "{shown}");
}

#[test]
fn what_was_written_last_is_what_comes_back_after_the_solution() {
    let tree = Tree::new("last");
    tree.shown(&["start", "add"]);
    tree.edit(HOLE, "a - b");
    tree.shown(&["start", "double"]);
    tree.shown(&["start", "add"]);
    tree.edit("a - b", "b - a");
    tree.shown(&["solution", "--apply"]);
    assert!(tree.shown(&["start", "add"]).contains("What you had written for add is back"));
    assert!(tree.lib().contains("b - a"), "{}", tree.lib());
}

#[test]
fn edits_of_a_solved_exercise_are_kept_and_it_is_said_where() {
    let tree = Tree::new("edited");
    let steps = [&["start add"][..], &[HOLE, "b + a"], &["check"], &["b + a", "b + a + 0"]];
    is_kept(&tree, &steps, "next", "what was in `add` of sums/src/lib.rs");
    assert!(tree.shown(&["list"]).contains("* add              solved"), "what is solved stays solved");
}

#[test]
fn edits_of_the_solution_are_kept_and_it_is_said_where() {
    let steps = [&["start add"][..], &["solution --apply"], &["a + b", "b + a"]];
    is_kept(&Tree::new("given"), &steps, "next", "what was in `add` of sums/src/lib.rs");
}

#[test]
fn what_was_put_away_and_is_cut_anew_is_kept_and_it_is_said_where() {
    let tree = Tree::new("cut-anew");
    tree.shown(&["start", "double"]);
    tree.edit("todo!(\"double: Twice\")", "self.0 += 2;");
    tree.shown(&["start", "add"]);
    let shown = tree.shown(&["catch-up", "double"]);
    assert!(shown.contains("Kept: what was put away for double"), "{shown}");
    tree.shown(&restore(&shown));
    tree.shown(&["start", "double"]);
    assert!(tree.lib().contains("self.0 += 2;"), "{}", tree.lib());
}

#[test]
fn edits_beside_a_hole_are_kept_when_braces_do_not_match() {
    let broken = ["todo!(\"double: Twice\")", "if self.0 > 0 {"];
    let steps = [&["start double"][..], &["/// Adds.", "/// Adds, as I have noted."], &broken];
    is_kept(&Tree::new("beside"), &steps, "start add", "what was in sums/src/lib.rs");
}

#[test]
fn a_hole_with_code_beside_its_mark_is_no_hole() {
    let steps = [&["start add"][..], &[HOLE, "let half = a;\n    todo!(\"add: Sums\")"]];
    is_kept(&Tree::new("half"), &steps, "reset add", "what was in `add` of sums/src/lib.rs");
}

#[test]
fn a_solved_exercise_that_is_looked_at_again_stays_solved() {
    let tree = Tree::new("again");
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
fn show_only_shows() {
    let tree = Tree::new("show");
    let shown = tree.shown(&["show", "add"]);
    assert_eq!(missing(&shown, &["add: Sums", "sums/src/lib.rs:8", "How many?"]), [""; 0], "{shown}");
    assert!(!shown.contains("It fails until"), "nothing is cut: {shown}");
    assert_eq!(tree.lib(), LIB);
    assert!(!tree.shown(&["list"]).contains("open  "));
}

#[test]
fn what_undo_has_taken_back_can_be_restored_and_that_undone() {
    let tree = Tree::new("redo");
    tree.shown(&["start", "add"]);
    tree.edit(HOLE, "a * b");
    let mine = tree.lib();
    tree.shown(&["start", "double"]);
    let put_away = tree.lib();
    let shown = tree.shown(&["undo"]);
    assert_eq!(tree.lib(), mine);
    tree.shown(&restore(&shown));
    assert_eq!(tree.lib(), put_away);
    assert!(tree.shown(&[]).contains("Open: double"), "the progress comes back, too");
    tree.shown(&["undo"]);
    assert_eq!(tree.lib(), mine);
}

#[test]
fn the_history_names_commands_and_files() {
    let tree = Tree::new("history");
    assert!(tree.shown(&["history"]).contains("No command has changed anything yet"));
    tree.shown(&["start", "add"]);
    tree.edit(HOLE, "b + a");
    tree.shown(&["solution", "--apply"]);
    tree.shown(&["undo"]);
    let shown = tree.shown(&["history"]);
    let parts = [
        "   1  just now     start add",
        "   2  just now     solution add --apply",
        "   3  just now     undo",
        "sums/src/lib.rs",
    ];
    assert_eq!(missing(&shown, &parts), [""; 0], "{shown}");
    assert!(!shown.contains(".workshop/"), "only sources are shown: {shown}");
    assert!(tree.fails(&["restore", "9"]).contains("no snapshot 9; `cargo workshop history` shows all"));
}

#[test]
fn a_source_with_windows_line_ends_keeps_them() {
    let tree = Tree::new("windows");
    tree.commit();
    let lib = LIB.replace('\n', "\r\n");
    tree.write("sums/src/lib.rs", &lib);
    tree.shown(&["start", "add"]);
    assert_eq!(tree.lib().matches('\n').count(), tree.lib().matches("\r\n").count(), "{:?}", tree.lib());
    tree.shown(&["solution", "--apply"]);
    assert_eq!(tree.lib(), lib);
}

#[test]
fn a_read_only_source_is_not_replaced() {
    let tree = Tree::new("read-only");
    let path = tree.root.join("sums/src/lib.rs");
    let mut permissions = fs::metadata(&path).unwrap().permissions();
    permissions.set_readonly(true);
    fs::set_permissions(&path, permissions).unwrap();
    let message = tree.fails(&["start", "add"]);
    assert!(message.contains("lib.rs: it is read-only; nothing was changed"), "{message}");
    assert_eq!(tree.lib(), LIB);
    assert!(!has_file(&tree.root.join("sums/src"), "incomplete"), "a half-written file is left");
}

/// After these steps, each a command or an edit, a command says that it keeps this, and `restore` brings it back.
#[track_caller]
fn is_kept(tree: &Tree, steps: &[&[&str]], command: &str, what: &str) {
    let run = |command: &str| tree.shown(&command.split(' ').collect::<Vec<_>>());
    for step in steps {
        match step {
            [old, new] => tree.edit(old, new),
            command => drop(run(command[0])),
        }
    }
    let mine = tree.lib();
    let shown = run(command);
    assert!(shown.contains(&format!("Kept: {what}.")), "{shown}");
    tree.shown(&restore(&shown));
    assert_eq!(tree.lib(), mine);
}
