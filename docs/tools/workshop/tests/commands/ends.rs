//! `check`, when an answer hangs, ends the process of the tests, never stops printing, or prints much.

use crate::tools::course::{SOURCE, TESTS};
use crate::tools::{Tree, has, has_no};

/// Three tests, of which the second one calls the answer with 2.
const THREE: &str = "#[test]\nfn a_pass() {}\n\n#[test]\nfn b_adds() {\n    assert_eq!(sums::add(2, 3), 5);\n}\n\n\
                     #[test]\nfn c_adds_none() {\n    assert_eq!(sums::add(0, 0), 0);\n}\n";

/// Returns a course in which `add` is open, and filled with an answer.
fn answered(answer: &str) -> Tree {
    let tree = Tree::course();
    tree.write(TESTS, THREE);
    tree.answer(answer);
    tree
}

/// Asserts that `check` shows all of `parts`, and `nowhere` nowhere.
#[track_caller]
fn check_shows(tree: &Tree, parts: &[&str], nowhere: &str) {
    let shown = tree.fails("check");
    has(&shown, parts);
    has_no(&shown, nowhere);
}

#[test]
fn a_hang_hides_no_failure() {
    let tree = Tree::course();
    tree.add_test(
        TESTS,
        "fn hangs() {\n    println!(\"so far\");\n    loop {\n        std::thread::park();\n    }\n}\n",
    );
    tree.answer("a * b");
    let shown = tree.fails("check --patience 1");
    has(&shown, &["two and three are five", "0 passed, 2 failed", "add::hangs", "The test hangs.", "so far"]);
}

#[test]
fn a_test_without_an_end_has_failed_whatever_the_exit_status() {
    let tree = answered("if a == 2 { println!(\"two\"); std::process::exit(0) } a + b");
    check_shows(&tree, &["add::b_adds", "exit status: 0", "  two\n", "2 passed, 1 failed"], "solved");
}

#[test]
fn a_test_that_ends_the_process_is_blamed_alone() {
    let tree = answered("if a == 2 { println!(\"two\"); std::process::abort() } a * 0 + b");
    check_shows(&tree, &["add::b_adds", "SIGABRT", "  two\n", "2 passed, 1 failed"], "nothing");
    let tree = answered("if a == 2 { return deep(a) } a * 0 + b");
    tree.write(SOURCE, &(tree.lib() + "\nfn deep(a: u32) -> u32 { [deep(a + 1), 1][0] }\n"));
    check_shows(&tree, &["add::b_adds", "thread 'b_adds'", "has overflowed its stack"], "nothing");
}

#[test]
fn a_panic_in_a_drop_shows_where_it_is() {
    let answer = "struct Late;\n    impl Drop for Late {\n        fn drop(&mut self) {\n            \
        panic!(\"late\")\n }\n    }\n    let _late = (a == 2).then_some(Late);\n    panic!(\"early\")";
    let tree = answered(answer);
    check_shows(&tree, &["  late\n  at docs/sums/src/lib.rs:12:13\n", "SIGABRT", "add::b_adds"], "backtrace");
}

#[test]
fn an_answer_that_prints_without_end_is_stopped() {
    let tree = answered("let line = \"again \".repeat(1 << 18);\n    loop { println!(\"{line}\") }");
    check_shows(&tree, &["add::b_adds", "printed more than 16 MB", "again again"], "hangs");
}

#[test]
fn of_many_prints_the_last_ones_are_shown() {
    let answer = "for line in 0..1000 { println!(\"line {line}\") }\n    a * b";
    check_shows(&answered(answer), &["line 999\n", "left: 6"], "line 11\n");
}

#[test]
fn an_answer_that_is_saved_while_the_tests_run_is_not_solved() {
    let tree = answered("a + b");
    let save = "fn a_pass() {\n    let file = concat!(env!(\"CARGO_MANIFEST_DIR\"), \"/src/lib.rs\");\n    let text = \
                std::fs::read_to_string(file).unwrap();\n    std::fs::write(file, text.replace(\"a + b\", \"a - \
                b\")).unwrap();\n}";
    tree.write(TESTS, &THREE.replace("fn a_pass() {}", save));
    check_shows(&tree, &["you have saved since the tests began"], "is solved");
}
