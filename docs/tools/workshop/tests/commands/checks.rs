//! `check` and `watch`: what they show of an answer.

use std::io::Write;
use std::process::Stdio;

use crate::tools::course::{HOLE, OTHER, TESTS};
use crate::tools::{Tree, has, has_no, stdout};

#[test]
fn a_wrong_answer_shows_the_test_and_the_learners_line() {
    let tree = Tree::course();
    tree.shown("start add");
    has(&tree.fails("check"), &["Nothing is written yet: docs/sums/src/lib.rs:9"]);
    tree.edit(HOLE, "a * b");
    let message =
        "add::adds\n  two and three are five\n    left: 6\n   right: 5\n  at docs/sums/tests/add.rs:3:5\n";
    let shown = tree.fails("check");
    has(&shown, &["FAILED add::adds", message, ">    3 |     assert_eq!", "0 passed, 1 failed"]);
    tree.edit("a * b", "a * b / (b - b)");
    let place = "Your code on the stack: docs/sums/src/lib.rs:10";
    has(&tree.fails("check"), &["  attempt to divide by zero\n", place, ">    3 |"]);
    // A rule is no shorter than it is.
    let rule = format!("{}the end of a rule", "a word of it, ".repeat(24));
    tree.replace(TESTS, "two and three are five", &rule);
    tree.edit("a * b / (b - b)", "a * b");
    has(&tree.fails("check"), &[&format!("  {rule}\n    left")]);
}

#[test]
fn the_learners_line_is_found_in_a_source_that_a_test_includes() {
    let tree = Tree::course();
    tree.replace(TESTS, "#[test]", "#[path = \"../src/../src/lib.rs\"]\nmod sums;\n\n#[test]");
    tree.answer("a * b / (b - b)");
    has(&tree.fails("check"), &["Your code on the stack: docs/sums/src/lib.rs:10"]);
}

#[test]
fn one_test_runs_alone_and_with_what_it_prints() {
    let tree = Tree::course();
    tree.add_test(TESTS, "fn adds_nothing() {\n    assert_eq!(sums::add(2, 0), 2);\n}\n");
    tree.answer("println!(\"this adds {a} and {b}\");\n    if b == 0 { 7 } else { a + b }");
    let shown = tree.fails("check --only nothing");
    has(&shown, &["FAILED add::adds_nothing"]);
    has_no(&shown, "passed add::adds\n");
    has(&tree.fails("check --nocapture"), &["this adds 2 and 3", "this adds 2 and 0"]);
    has(&tree.fails("check --only minus"), &["add has no test with `minus` in its name"]);
    tree.edit("7", "a");
    let passes = "1 test passes; `cargo workshop check` runs all of add";
    has(&tree.shown("check --only nothing"), &[passes]);
    has(&tree.shown(""), &["0 of 2 exercises are solved"]);
}

#[test]
fn what_is_there_now_is_compared_with_what_was_checked() {
    let tree = Tree::course();
    tree.shown("start add");
    has(&tree.fails("changes"), &["add has not been checked yet"]);
    tree.edit(HOLE, "a * b + 2");
    tree.fails("check");
    has(&tree.shown("changes"), &["Nothing has changed since the last check of add"]);
    tree.edit("a * b + 2", "a + b");
    has(&tree.shown("changes"), &["a * b + 2", "a + b"]);
    has(&tree.shown("check"), &["Since the last check:\n  passes now: add::adds\n"]);
    tree.edit("a + b", "a * b");
    has(&tree.fails("check"), &["  fails now: add::adds\n"]);
    // What was cut away is compared with nothing.
    tree.shown("reset");
    has(&tree.fails("changes"), &["add has not been checked yet"]);
    tree.edit(HOLE, "b + a");
    has_no(&tree.shown("check"), "Since the last check");
}

#[test]
fn what_does_not_compile_is_said_to_and_a_hole_causes_no_warning() {
    let tree = Tree::course();
    tree.answer("a +");
    let shown = tree.fails("check");
    has(&shown, &["add does not compile yet", "expected expression"]);
    has_no(&shown, "It is in");
    tree.replace(OTHER[0], "0\n", "zero\n");
    let place = "It is in docs/sums/src/unused.rs, and not in the exercise's file, docs/sums/src/lib.rs.";
    tree.edit("a +", "a + b + zero()");
    has(&tree.fails("check"), &["mismatched types", place]);
    tree.write(OTHER[0], OTHER[1]);
    // It leaves an import unused.
    tree.edit("a + b + zero()", "a * b");
    let output = tree.run("check");
    let said = String::from_utf8_lossy(&output.stderr);
    // Another cargo may be at work meanwhile.
    let said: Vec<_> = said.lines().filter(|line| !line.contains("Blocking waiting for file lock")).collect();
    assert_eq!(said, ["Compiling the tests ..."]);
}

#[test]
fn without_an_open_exercise_it_is_said_how_to_start_one() {
    let tree = Tree::course();
    for command in ["check", "hint", "solution", "watch"] {
        has(&tree.fails(command), &["`cargo workshop next` starts one"]);
    }
}

#[test]
fn what_is_the_fault_of_the_disk_or_of_cargo_is_not_the_learners() {
    let tree = Tree::course();
    tree.answer("b + a");
    for said in ["No space left on device (os error 28)", "ld terminated with signal 7 [Bus error]"] {
        let build = format!("fn main() {{\n    eprintln!({said:?});\n    std::process::exit(1)\n}}\n");
        tree.write("docs/sums/build.rs", &build);
        let shown = tree.fails("check");
        has(&shown, &["The disk is full. Make room on it", "`cargo clean`"]);
        has_no(&shown, "does not compile");
    }
    tree.write("docs/sums/build.rs", "fn main() {}\n");
    tree.write("Cargo.toml", "[workspace\n");
    let shown = tree.fails("check");
    has(&shown, &["cargo has stopped, as it says above; `cargo workshop doctor` downloads what is missing"]);
    has_no(&shown, "does not compile");
}

#[test]
fn watch_checks_and_obeys_what_is_typed_until_the_end() {
    let tree = Tree::course();
    tree.answer("a * b");
    let mut watch = tree.command("watch").stdin(Stdio::piped()).spawn().unwrap();
    watch.stdin.take().unwrap().write_all(b"h\nq\n").unwrap();
    let output = watch.wait_with_output().unwrap();
    assert!(output.status.success(), "{output:?}");
    has(&stdout(output), &["two and three are five", "n next  h hint", "add: Hint 1 of 3"]);
}
