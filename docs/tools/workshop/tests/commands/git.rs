//! Git keeps what a learner has, beside whatever the learner does with git.

use std::fs;

use crate::tools::course::{HOLE, LIB, SOURCE};
use crate::tools::{Tree, command, has, stdout};

/// Returns the course in a repository.
fn committed() -> Tree {
    let tree = Tree::course();
    tree.commit();
    tree
}

#[test]
fn a_folder_without_git_becomes_a_repository_with_the_course_as_its_first_commit() {
    let tree = Tree::course();
    let output = tree.run("start add");
    has(&String::from_utf8(output.stderr).unwrap(), &["this folder becomes a git repository"]);
    assert_eq!(tree.git(&["log", "--format=%s"]), "The course\n");
    assert_eq!(tree.git(&["show", &format!("HEAD:{SOURCE}")]), LIB);
    assert_eq!(tree.run("reset").stderr, b"");
}

#[test]
fn a_machine_without_git_is_told_what_to_install() {
    let tree = Tree::course();
    let output = tree.command("start add").env("PATH", "/nowhere").output().unwrap();
    has(&String::from_utf8(output.stderr).unwrap(), &["https://git-scm.com installs it"]);
    assert_eq!(tree.lib(), LIB);
}

#[test]
fn a_snapshot_touches_nothing_of_the_learners_git() {
    let tree = committed();
    // Neither an identity nor a key to sign with is there, and each hook fails.
    let hooks = tree.path("hooks").display().to_string();
    for setting in [
        ["user.useConfigOnly", "true"],
        ["user.email", ""],
        ["commit.gpgsign", "true"],
        ["core.hooksPath", &*hooks],
    ] {
        tree.git(&["config", setting[0], setting[1]]);
    }
    tree.write("hooks/reference-transaction", "#!/bin/sh\nexit 1\n");
    #[cfg(unix)]
    fs::set_permissions(
        tree.path("hooks/reference-transaction"),
        std::os::unix::fs::PermissionsExt::from_mode(0o755),
    )
    .unwrap();
    tree.write("staged", "");
    tree.git(&["-c", "core.hooksPath=/nowhere", "add", "staged"]);
    let before =
        [&["rev-parse", "HEAD"][..], &["diff", "--cached"], &["stash", "list"]].map(|words| tree.git(words));
    tree.answer("a * b");
    tree.shown("reset");
    let after =
        [&["rev-parse", "HEAD"][..], &["diff", "--cached"], &["stash", "list"]].map(|words| tree.git(words));
    assert_eq!(before, after);
    tree.shown("undo");
    has(&tree.lib(), &["a * b"]);
}

#[test]
fn a_snapshot_has_every_byte_whatever_git_makes_of_lines() {
    let tree = committed();
    tree.git(&["config", "core.autocrlf", "true"]);
    tree.shown("start add");
    let mine = tree.lib().replace('\n', "\r\n").replacen(HOLE, "a - b\t", 1) + "no line's end";
    tree.write(SOURCE, &mine);
    tree.shown("reset");
    tree.shown("undo");
    assert_eq!(tree.lib(), mine);
}

#[test]
fn within_a_hook_the_repository_is_that_of_the_course() {
    let tree = committed();
    for words in ["start add", "undo"] {
        let mut command = tree.command(words);
        for name in ["GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE"] {
            command.env(name, "/nowhere");
        }
        assert!(command.output().unwrap().status.success());
    }
    has(&tree.shown("history"), &["start add"]);
}

#[test]
fn each_work_tree_has_its_own_history() {
    let (tree, other) = (committed(), Tree::empty());
    tree.git(&["worktree", "add", "--quiet", other.path("tree").to_str().unwrap()]);
    tree.answer("a * b");
    tree.shown("reset");
    let mut elsewhere = command("history");
    let shown = stdout(elsewhere.arg("--root").arg(other.path("tree")).output().unwrap());
    has(&shown, &["No command has changed anything yet"]);
}

#[test]
fn neither_a_shallow_clone_nor_a_garbage_collection_loses_a_snapshot() {
    let (upstream, tree) = (committed(), Tree::empty());
    let url = format!("file://{}", upstream.path(".").display());
    tree.git(&["clone", "--quiet", "--depth=1", &url, "."]);
    tree.answer("a * b");
    tree.shown("reset");
    tree.git(&["gc", "--quiet", "--prune=now"]);
    tree.shown("undo");
    has(&tree.lib(), &["a * b"]);
}

#[test]
fn a_history_that_upstream_rewrites_takes_no_solution_away() {
    let (upstream, tree) = (committed(), Tree::empty());
    tree.git(&["clone", "--quiet", upstream.path(".").to_str().unwrap(), "."]);
    tree.answer("a * b");
    upstream.replace(SOURCE, "a + b + zero()", "todo!(\"add: Sums\")");
    upstream.git(&["commit", "--quiet", "--all", "--amend", "--message", "Rewritten"]);
    tree.git(&["fetch", "--quiet"]);
    tree.git(&["reset", "--quiet", "--hard", "origin/main"]);
    tree.git(&["reflog", "expire", "--expire=now", "--all"]);
    tree.git(&["gc", "--quiet", "--prune=now"]);
    tree.shown("solution --apply");
    has(&tree.lib(), &["a + b + zero()"]);
}

#[test]
fn neither_an_edit_nor_an_answer_that_is_committed_is_taken_for_the_solution() {
    let tree = committed();
    tree.edit("a + b", "a ^ b");
    tree.shown("start add");
    tree.edit("a ^ b", "a * b");
    tree.commit();
    has(&tree.shown("solution"), &["a * b", "a + b + zero()"]);
    fs::remove_dir_all(tree.path(".workshop")).unwrap();
    tree.shown("solution add --apply");
    assert_eq!(tree.lib(), LIB);
}

#[test]
fn a_solution_that_is_known_nowhere_is_asked_for() {
    let tree = Tree::course();
    tree.edit("a + b + zero()", HOLE);
    has(&tree.fails("solution add"), &["take it from a fresh copy of the course"]);
}

#[test]
fn what_git_brings_back_is_not_cut() {
    let tree = Tree::answered("a * b");
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
fn the_work_of_version_0_1_is_there() {
    let tree = Tree::course();
    tree.edit("a + b + zero()", HOLE);
    tree.write(&format!(".workshop/solutions/0.1.0/add/{SOURCE}"), LIB);
    tree.write(&format!(".workshop/work/double/{SOURCE}"), &LIB.replace("self.0 *= 2", "self.0 += self.0"));
    tree.write(".workshop/snapshots/0001/FILES", "start add\n");
    tree.write(".workshop/progress", "open add\n");
    has(&tree.shown("history"), &["What version 0.1 has kept is in .workshop/snapshots"]);
    tree.shown("start double");
    assert_eq!(tree.lib(), LIB.replace("self.0 *= 2", "self.0 += self.0"));
}
