//! What is broken says what helps, and blocks nothing else.

mod exercise_tools;

use std::fs;

use exercise_tools::{LIB, Tree, missing, restore};

const HOLE: &str = "todo!(\"add: Sums\")";

#[test]
fn a_hole_that_was_committed_has_its_solution_in_the_history_of_git() {
    for at_last in [HOLE, "b + a"] {
        let tree = Tree::new("hole-committed");
        tree.commit();
        tree.shown(&["start", "add"]);
        tree.commit();
        tree.edit(HOLE, at_last);
        tree.write("notes", at_last);
        tree.commit();
        fs::remove_dir_all(tree.root.join(".workshop")).unwrap();
        tree.shown(&["start", "add"]);
        tree.shown(&["solution", "--apply"]);
        assert_eq!(tree.lib(), LIB, "after `{at_last}` was committed");
    }
}

#[test]
fn an_unknown_solution_blocks_no_other_exercise() {
    let tree = Tree::new("unknown");
    tree.shown(&["start", "add"]);
    tree.commit();
    fs::remove_dir_all(tree.root.join(".workshop")).unwrap();
    tree.shown(&["start", "add"]);
    let message = tree.fails(&["solution", "--apply"]);
    let parts = ["fresh copy of the course", ".workshop/solutions/", "add/sums/src/lib.rs"];
    assert_eq!(missing(&message, &parts), [""; 0], "{message}");
    let shown = tree.shown(&["start", "double"]);
    assert!(shown.contains("add stays as it is"), "{shown}");
    assert!(tree.lib().contains(HOLE) && tree.lib().contains("double: Twice"), "{}", tree.lib());
}

#[test]
fn a_missing_source_blocks_no_other_exercise_and_comes_back() {
    let tree = Tree::new("missing");
    let text = tree.read("docs/exercises/add/README.md").replace("lib.rs add", "unused.rs zero");
    tree.write("docs/exercises/zero/README.md", &text);
    fs::create_dir_all(tree.root.join("docs/exercises/zero/wrong")).unwrap();
    tree.write("docs/src/twice.md", "{{#exercise double}}\n{{#exercise zero}}\n");
    let path = tree.root.join("sums/src/unused.rs");
    let unused = fs::read(&path).unwrap();
    fs::remove_file(&path).unwrap();
    tree.shown(&["start", "add"]);
    fs::write(&path, &unused).unwrap();
    tree.shown(&["start", "double"]);
    fs::remove_file(&path).unwrap();
    for command in ["check", "solution"] {
        let message = tree.fails(&[command, "zero"]);
        assert!(message.contains("`cargo workshop reset zero` brings it back"), "{message}");
    }
    tree.shown(&["reset", "zero"]);
    tree.shown(&["solution", "--apply"]);
    assert_eq!(fs::read(&path).unwrap(), unused);
}

#[test]
fn a_source_that_is_no_text_is_kept_and_replaced() {
    let tree = Tree::new("latin");
    tree.shown(&["start", "add"]);
    let path = tree.root.join("sums/src/lib.rs");
    let mine = [tree.lib().as_bytes(), b"// gr\xfc\xdfe\n"].concat();
    fs::write(&path, &mine).unwrap();
    assert!(tree.fails(&["check"]).contains("`cargo workshop reset add` brings it back"));
    let shown = tree.shown(&["reset", "add"]);
    assert!(tree.lib().contains(HOLE));
    tree.shown(&restore(&shown));
    assert_eq!(fs::read(&path).unwrap(), mine);
}

#[test]
fn progress_that_is_no_text_blocks_nothing() {
    let tree = Tree::new("no-text");
    let path = tree.root.join(".workshop/progress");
    tree.write(".workshop/progress", "");
    fs::write(&path, b"solved add\n\xff\xfe\n").unwrap();
    let output = tree.run(&["next"]);
    let warning = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.success(), "{warning}");
    assert_eq!(missing(&warning, &["progress is no UTF-8", "cargo workshop history"]), [""; 0], "{warning}");
    assert!(
        tree.lib().contains("double: Twice") && tree.shown(&["list"]).contains("add              solved")
    );
    tree.shown(&["restore", "1"]);
    assert_eq!(tree.lib(), LIB);
}

#[test]
fn a_workspace_that_cannot_be_written_to_can_be_read() {
    let tree = Tree::new("root");
    tree.commit();
    tree.write(".workshop/lock/taken", "no file");
    for command in [&["list"][..], &["show", "add"], &["solution", "add"], &["history"], &[]] {
        tree.shown(command);
    }
    let message = tree.fails(&["start", "add"]);
    assert!(message.contains("copy the course to where you may write"), "{message}");
    assert_eq!(tree.lib(), LIB);
}
