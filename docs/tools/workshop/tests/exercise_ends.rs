//! `check`, when an answer hangs, ends the process of the tests, never stops printing, or prints much.

// Elsewhere, there are no signals, and the memory of a process is not known.
#![cfg(unix)]

mod exercise_tools;

use exercise_tools::{HOLE, Tree, has};

/// The second one calls the answer, and the last one ends after it.
const TESTS: &str = "use std::sync::atomic::{AtomicBool, Ordering::SeqCst};\nstatic ADDED: AtomicBool = \
                     AtomicBool::new(false);\n\n#[test]\nfn a_pass() {}\n\n#[test]\nfn b_adds() {\n    let sum = \
                     sums::add(2, 3);\n    ADDED.store(true, SeqCst);\n    assert_eq!(sum, 5);\n}\n\n#[test]\nfn \
                     c_adds_none() {\n    assert_eq!(sums::add(0, 0), 0);\n}\n\n#[test]\nfn d_waits() {\n    while \
                     !ADDED.load(SeqCst) {\n        std::thread::yield_now();\n    }\n}\n";

/// A course in which `add` is open, and filled with an answer.
fn answered(name: &str, answer: &str) -> Tree {
    let tree = Tree::new(name);
    tree.write("sums/tests/add.rs", TESTS);
    tree.shown(&["start", "add"]);
    tree.edit(HOLE, answer);
    tree
}

/// Fails unless `check` shows all of `parts`, and `nowhere` nowhere.
#[track_caller]
fn check_shows(tree: &Tree, parts: &[&str], nowhere: &str) {
    let shown = tree.fails(&["check"]);
    has(&shown, parts);
    assert!(!shown.contains(nowhere), "`check` shows `{nowhere}`:\n{shown}");
}

#[test]
fn a_hang_hides_no_failure() {
    let tree = Tree::new("hidden");
    let hangs = "\n#[test]\nfn hangs() {\n    loop {\n        std::thread::park();\n    }\n}\n";
    tree.write("sums/tests/add.rs", &(tree.read("sums/tests/add.rs") + hangs));
    tree.shown(&["start", "add"]);
    tree.edit(HOLE, "a * b");
    let shown = tree.fails(&["check", "--patience", "1"]);
    has(&shown, &["two and three are five", "0 passed, 1 failed, 1 hung", "Hung:", "add::hangs"]);
}

#[test]
fn a_test_without_an_end_has_failed_whatever_the_exit_status() {
    let tree = answered("exit", "if a == 2 { println!(\"two\"); std::process::exit(0) } a + b");
    check_shows(&tree, &["add::b_adds", "exit status: 0", "  two\n", " 1 failed", " not run"], "solved");
}

#[test]
fn a_test_that_ends_the_process_is_blamed_alone() {
    let tree = answered("abort", "if a == 2 { println!(\"two\"); std::process::abort() } a * 0 + b");
    check_shows(&tree, &["add::b_adds", "SIGABRT", "  two\n", " 1 failed", " not run"], "add::d_waits\n");
    let tree = answered("overflow", "if a == 2 { return deep(a) } a * 0 + b");
    tree.write("sums/src/lib.rs", &(tree.lib() + "\nfn deep(a: u32) -> u32 { [deep(a + 1), 1][0] }\n"));
    check_shows(&tree, &["add::b_adds", "thread 'b_adds'", "has overflowed its stack"], "add::d_waits\n");
}

#[test]
fn failures_before_the_end_of_the_process_are_shown_too() {
    let tree = answered("before", "if a == 2 { std::process::abort() } 7");
    let panics = "fn a_pass() {\n    panic!(\"first\");\n}";
    tree.write("sums/tests/add.rs", &TESTS.replace("fn a_pass() {}", panics));
    check_shows(&tree, &["add::a_pass", "first", "add::b_adds", "SIGABRT"], "add::d_waits\n");
}

#[test]
fn a_panic_in_a_drop_shows_where_it_is() {
    let answer = "struct Late;\n    impl Drop for Late {\n        fn drop(&mut self) {\n            \
        panic!(\"late\")\n }\n    }\n    let _late = (a == 2).then_some(Late);\n    panic!(\"early\")";
    let tree = answered("drop", answer);
    check_shows(&tree, &["  late\n  at sums/src/lib.rs:13:13\n", "SIGABRT", "add::b_adds"], "backtrace");
}

#[test]
fn an_answer_that_prints_without_end_is_stopped() {
    let tree =
        answered("endless", "let line = \"again \".repeat(1 << 18);\n    loop { println!(\"{line}\") }");
    let parts = ["add::b_adds", "printed more than 16 MB", "  again again", " 1 failed", " not run"];
    check_shows(&tree, &parts, "Hung:");
}

#[test]
fn of_many_prints_the_last_ones_are_shown() {
    let answer = "for line in 0..1000 { println!(\"line {line}\") }\n    a * b";
    check_shows(&answered("prints", answer), &["line 999\n", "left: 6"], "line 11\n");
}

/// The first test saves another answer, as a learner may do in an editor.
#[test]
fn an_answer_that_is_saved_while_the_tests_run_is_not_solved() {
    let tree = answered("saved", "a + b");
    let save = "fn a_pass() {\n    let file = concat!(env!(\"CARGO_MANIFEST_DIR\"), \"/src/lib.rs\");\n    let text = \
                std::fs::read_to_string(file).unwrap();\n    std::fs::write(file, text.replace(\"a + b\", \"a - \
                b\")).unwrap();\n}";
    tree.write("sums/tests/add.rs", &TESTS.replace("fn a_pass() {}", save));
    let parts = ["add passed as it was when the tests began", "You have saved since then"];
    check_shows(&tree, &parts, "is solved");
}
